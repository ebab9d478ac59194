import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import type { Client } from './client.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

export interface MediaTestServer extends AsyncDisposable {
  readonly server: TestServer
  readonly staff: Client
  newItem(): Promise<number>
  uploadImage(itemId: number, file: File): Promise<{ version: number }>
  uploadRecording(itemId: number, file: File): Promise<{ version: number }>
  temporaryFiles(): Promise<string[]>
}

/** Starts a server with helpers for uploading pictures and recordings. */
export async function startMediaTestServer(
  variables: Record<string, string> = {},
  options: TestServerOptions = {},
): Promise<MediaTestServer> {
  const server = await startTestServer(variables, options)
  const staff = await server.signIn('employee')
  return {
    server,
    staff,
    async newItem() {
      const item = {
        type_id: 2 as const,
        identifier: crypto.randomUUID(),
        name: 'Étude',
        description: '',
      }
      return (await staff.call(api.inventory.add, { body: { item } })).id
    },
    uploadImage: (itemId, file) => staff.call(api.media.uploadImage, { body: { itemId }, file }),
    uploadRecording: (itemId, file) =>
      staff.call(api.media.uploadRecording, { body: { itemId }, file }),
    temporaryFiles: async () => [
      ...(await readdir(join(server.dataDir, 'tmp'))),
      ...(await readdir(join(server.dataDir, 'media', 'unfinished'))),
    ],
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())
