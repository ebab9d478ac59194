import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies, installedEnv } from './install.mjs'
import { root } from './root.mjs'

installDependencies()

const env = installedEnv()
const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn('vite', { cwd: join(root, 'apps', 'web'), env, stdio: 'inherit' }),
]

// One ends, both end. Ctrl-C reaches them by itself, as they share our terminal.
process.on('SIGINT', () => {})
process.on('SIGTERM', stopAll)
for (const child of children) child.on('exit', stopAll)

function stopAll() {
  for (const child of children) child.kill('SIGTERM')
}
