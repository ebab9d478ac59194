import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, forgetBuild } from './build.mjs'
import { createInstalledEnv, installDependencies } from './install.mjs'
import { root } from './root.mjs'

installDependencies()
build(['pages', 'spelling'])
forgetBuild('pages')

const env = createInstalledEnv()
const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn('vite', { cwd: join(root, 'apps', 'web'), env, stdio: 'inherit' }),
  // The server imports its output, so it restarts by itself.
  spawn('vite', ['build', '--watch', '--logLevel', 'warn'], {
    cwd: join(root, 'packages', 'pages'),
    env,
    stdio: 'inherit',
  }),
]

// When one exits, stop the others. Ctrl-C reaches them anyway, as they share our terminal.
process.on('SIGINT', () => {})
process.on('SIGTERM', stopAll)
for (const child of children) child.on('exit', stopAll)

function stopAll() {
  for (const child of children) child.kill('SIGTERM')
}
