import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { gatherCrowd } from '../../apps/server/test/crowd.ts'
import { addItem } from '../../apps/server/test/inventory.ts'
import { startNginx } from '../../apps/server/test/nginx.ts'
import { run } from '../../apps/server/test/process.ts'
import { build } from '../../scripts/build.mjs'
import { freePort } from '../../test/free-port.ts'
import { report } from '../report.ts'

/** Two processes behind nginx with the file in deploy/, restarted in turns, each as soon as the other serves, under load. */
const rounds = Number(process.argv[2] ?? 15)

build()
await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-restarts-'))
const members = [await freePort(), await freePort()].map((port) => {
  const start = () => run('main.ts', [], { DATA_DIR: folder.path, PORT: String(port), STOP_DELAY: '2', BACKUPS: 'off' })
  return { port, start, process: start() }
})
const [first, second] = members as [(typeof members)[0], (typeof members)[0]]
await using _ended = {
  async [Symbol.asyncDispose]() {
    for (const { process } of members) process.child.kill('SIGKILL')
    await Promise.all(members.map(({ process }) => process.exit()))
  },
}
for (const { process } of members) await process.wrote(/serves at/)
await using nginx = await startNginx(first.port, second.port)
const staff = await new Client(nginx.url).signInWithPassword('root')
const itemId = await addItem(staff)

const crowd = gatherCrowd(staff, itemId, { readers: 4, writers: 8 })
for (let round = 1; round <= rounds; round++) {
  for (const member of members) {
    member.process.child.kill('SIGTERM')
    await member.process.exit()
    member.process = member.start()
    await member.process.wrote(/serves at/)
  }
  console.log(
    `round ${round}: ${crowd.reads} reads, ${crowd.saved.length} writes, ${crowd.unknown.length} without an answer`,
  )
}
await crowd.leave()
const kept = (await staff.call(api.comments.ofItem, { params: { id: itemId } })).map(({ comment }) => comment)
const known = new Set(kept)

report({
  title: 'Restarts',
  text: [
    'Two processes on one data folder behind nginx with `deploy/nginx.conf`, each restarted as soon as the other serves, while',
    'four people read and eight write without a pause and without an idempotency key.',
  ].join('\n'),
  tables: [
    {
      title: `${2 * rounds} restarts`,
      rows: [
        { what: 'reads', figure: crowd.reads, unit: '' },
        { what: 'reads without an answer', figure: crowd.repeatedReads.length, unit: '', target: { atMost: 0 } },
        { what: 'writes acknowledged', figure: crowd.saved.length, unit: '' },
        { what: 'writes without an answer', figure: crowd.unknown.length, unit: '', target: { atMost: 0 } },
        {
          what: 'writes acknowledged, then lost',
          figure: crowd.saved.filter((comment) => !known.has(comment)).length,
          unit: '',
          target: { atMost: 0 },
        },
        { what: 'writes done twice', figure: kept.length - known.size, unit: '', target: { atMost: 0 } },
      ],
    },
  ],
})
