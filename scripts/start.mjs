import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { installDependencies } from './install.mjs'
import { root } from './root.mjs'

installDependencies()
build()

// A separate process group: Ctrl-C reaches the server once, forwarded by this process.
const server = spawn(join(root, 'bin', 'vitrine'), ['serve'], {
  cwd: root,
  env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env },
  stdio: 'inherit',
  detached: true,
})

let isStopping = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (!isStopping) server.kill(signal)
    isStopping = true
  })
}

server.on('exit', (code, signal) =>
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)),
)
