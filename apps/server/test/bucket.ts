import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { inject } from 'vitest'

/** Creates an empty bucket and returns the variables of a server that uses it. */
export async function createBucket(
  { endpoint, region, accessKeyId, secretAccessKey } = inject('s3'),
): Promise<Record<string, string>> {
  const bucket = `vitrine-${randomUUID()}`
  await new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' }).fetch(
    `${endpoint}/${bucket}`,
    {
      method: 'PUT',
    },
  )
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** Makes a bucket reject or accept writes. */
export function setBucketFull(
  { S3_BUCKET: bucket }: Record<string, string>,
  isFull: boolean,
): void {
  const env = { PATH: process.env.PATH, CEPH_CONF: inject('s3').settingsFile }
  const admin = (...args: string[]) =>
    execFileSync(
      'radosgw-admin',
      ['quota', ...args, '--quota-scope=bucket', `--bucket=${bucket}`],
      {
        env,
        stdio: 'pipe',
      },
    )
  // A quota of one byte.
  admin('set', '--max-size=1')
  admin(isFull ? 'enable' : 'disable')
}
