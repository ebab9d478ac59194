import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitWith, root } from './root.mjs'

/** Writes the digest of today behind the name of each image that a container is built from or started with. */
const places = {
  Dockerfile: /(?<=^ARG NODE_IMAGE=)\S+$/gm,
  'deploy/compose.yaml': /(?<=^ *image: )postgres:\S+$/gm,
}

for (const [file, images] of Object.entries(places)) {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  if (!images.test(before)) exitWith(`${file} names no image: teach scripts/pin-images.mjs where it stands.`)
  writeFileSync(path, before.replaceAll(images, pinned))
}

/** @param {string} image such as `node:24-slim`, with a digest or without */
function pinned(image) {
  const [name = ''] = image.split('@')
  const question = ['buildx', 'imagetools', 'inspect', name, '--format', '{{.Manifest.Digest}}']
  const { stdout, stderr, error } = spawnSync('docker', question, { encoding: 'utf8' })
  const digest = /sha256:[0-9a-f]{64}/.exec(stdout ?? '')?.[0]
  if (!digest) exitWith(`The digest of ${name} is not known: ${error?.message ?? stderr}`)
  console.log(`${name}@${digest}`)
  return `${name}@${digest}`
}
