import { expect, test } from 'vitest'
import { listMediaKeys } from '../features/media/index.ts'
import { Manifest } from './backup-file.ts'

const hash = 'a'.repeat(64)

/** Whether a manifest that names this media key is valid. */
const isAccepted = (key: string) =>
  Manifest.safeParse({
    format: 'vitrine-backup-1',
    madeBy: 'Vitrine',
    madeAt: '2026-05-31T10:00:00.000Z',
    migrations: ['001-people'],
    tables: [],
    media: { included: true, contents: [{ name: hash, keys: [key] }], missing: [], damaged: [] },
    entries: [],
  }).success

test('accepts the keys of pictures and recordings', () => {
  for (const key of [...listMediaKeys('picture', hash), ...listMediaKeys('recording', hash)])
    expect(isAccepted(key), key).toBe(true)
})

test.for([
  '../../../home/somebody/.ssh/authorized_keys',
  '/etc/passwd',
  `${hash}/../../../secret`,
  `${hash}/..`,
  `${hash}/.env`,
  `${hash}\\original`,
  `${hash}/original\0`,
  'original',
])('rejects %j as a media key, because it becomes a path', (key) => {
  expect(isAccepted(key)).toBe(false)
})
