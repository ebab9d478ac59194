import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { installDependencies } from './install.mjs'
import { root } from './root.mjs'

installDependencies()
build()

// In a process group of its own, so that Ctrl-C reaches the server once, through us.
const server = spawn(join(root, 'bin', 'vitrine'), ['serve'], {
  cwd: root,
  env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env },
  stdio: 'inherit',
  detached: true,
})

let asked = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (!asked) server.kill(signal)
    asked = true
  })
}

server.on('exit', (code, signal) =>
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)),
)
