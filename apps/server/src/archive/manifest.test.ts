import { expect, test } from 'vitest'
import { listMediaKeys } from '../features/media/index.ts'
import { Manifest } from './backup-file.ts'

const name = 'a'.repeat(64)

const takes = (key: string) =>
  Manifest.safeParse({
    format: 'vitrine-backup-1',
    madeBy: 'Vitrine',
    madeAt: '2026-05-31T10:00:00.000Z',
    migrations: ['001-people'],
    tables: [],
    media: { included: true, contents: [{ name, keys: [key] }], missing: [], damaged: [] },
    entries: [],
  }).success

test('a backup holds files of pictures and recordings', () => {
  for (const key of [...listMediaKeys('picture', name), ...listMediaKeys('recording', name)]) {
    expect([key, takes(key)]).toEqual([key, true])
  }
})

test.for([
  '../../../home/somebody/.ssh/authorized_keys',
  '/etc/passwd',
  `${name}/../../../secret`,
  `${name}/..`,
  `${name}/.env`,
  `${name}\\original`,
  `${name}/original\0`,
  'original',
])('a made-up backup can’t have %j written', (key) => {
  expect(takes(key)).toBe(false)
})
