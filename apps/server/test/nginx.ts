import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../test/free-port.ts'

const shippedConfigFile = fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url))

// Stops the command when standard input closes, which happens even if the tests are killed.
const runUntilInputEnds = '"$@" & cat >/dev/null; kill -TERM $!; wait $!'

export interface Nginx extends AsyncDisposable {
  readonly url: string
  /** Lists the requests, in the order of their answers, with the ports of the processes asked. */
  visits(): Promise<{ method: string; status: number; ports: number[] }[]>
  /** Reads the error log. */
  errors(): Promise<string>
}

/** Starts nginx with the shipped configuration in front of two processes, without TLS. */
export async function startNginx(firstPort: number, secondPort: number): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'))
  const port = await findFreePort()
  await writeFile(
    join(folder, 'site.conf'),
    toLocalSite(await readFile(shippedConfigFile, 'utf8'), { port, firstPort, secondPort }),
  )
  await writeFile(join(folder, 'nginx.conf'), renderMainConfig(folder))
  const errorLog = join(folder, 'error.log')
  const command = ['nginx', '-p', folder, '-e', errorLog, '-c', join(folder, 'nginx.conf')]
  const nginx = spawn('sh', ['-c', runUntilInputEnds, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  await waitForAnswer(url, errorLog)
  return {
    url,
    async visits() {
      const lines = (await readFile(join(folder, 'access.log'), 'utf8')).split('\n').filter(Boolean)
      return lines.map((line) => {
        // The log format is `visits`, below.
        const [method = '', status, ...addresses] = line.split(' ')
        return {
          method,
          status: Number(status),
          ports: addresses.map((address) => Number.parseInt(address.split(':')[1] ?? '', 10)),
        }
      })
    },
    errors: () => readFile(errorLog, 'utf8'),
    async [Symbol.asyncDispose]() {
      nginx.stdin.end()
      await once(nginx, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

/** Replaces only names, certificates and ports of the shipped file. */
function toLocalSite(
  site: string,
  { port, firstPort, secondPort }: { port: number; firstPort: number; secondPort: number },
): string {
  const replacements: [pattern: RegExp, replacement: string][] = [
    // Removes the server that redirects to https.
    [/^server \{\n\s*listen 80;[\s\S]*?^\}\n/m, ''],
    [/^\s*ssl_.*\n/gm, ''],
    [/listen 443 ssl http2;\n\s*listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/127\.0\.0\.1:3001\b/g, `127.0.0.1:${firstPort}`],
    [/127\.0\.0\.1:3002\b/g, `127.0.0.1:${secondPort}`],
  ]
  let localSite = site
  for (const [pattern, replacement] of replacements) {
    const changed = localSite.replace(pattern, replacement)
    if (changed === localSite) throw new Error(`deploy/nginx.conf has no ${pattern}`)
    localSite = changed
  }
  return localSite
}

const renderMainConfig = (folder: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  log_format visits '$request_method $status $upstream_addr';
  access_log ${folder}/access.log visits;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/site.conf;
}
`

async function waitForAnswer(url: string, errorLog: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await fetch(`${url}/api/health`).catch(() => null)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(
    `nginx did not start: ${await readFile(errorLog, 'utf8').catch(() => 'no error log')}`,
  )
}
