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
  // The server imports the output, so its watcher restarts it after each build.
  spawn('vite', ['build', '--watch', '--logLevel', 'warn'], {
    cwd: join(root, 'packages', 'pages'),
    env,
    stdio: 'inherit',
  }),
]

// When one process exits, the others are stopped. They share the terminal, so Ctrl-C reaches each.
process.on('SIGINT', () => {})
process.on('SIGTERM', stopAll)
for (const child of children) child.on('exit', stopAll)

function stopAll() {
  for (const child of children) child.kill('SIGTERM')
}
