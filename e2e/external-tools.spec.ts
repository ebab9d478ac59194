import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './vitrine.ts'

const info = createServer((_request, response) => {
  response
    .writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
    .end('12 questions today')
})
await new Promise<void>((resolve) => info.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(info.address() as AddressInfo).port}`

test.use({
  variables: {
    CHAT_LOGS_URL: 'https://logs.example.org',
    CHAT_LOGS_INFO_URL: address,
    ASSISTANT_URL: 'https://assistant.example.org',
    ASSISTANT_INFO_URL: 'http://127.0.0.1:9',
    CREDIT_URL: 'https://maker.example.org/about',
    CREDIT_TEXT: 'Made by friends',
  },
})
test.afterAll(() => info.close())

test('root sees the external tools, in a new tab and with their info line if there is one; the footer has its credits', async ({
  page,
  signInAs,
}) => {
  await signInAs('root')
  await page.goto('/')
  const section = page.getByRole('region', { name: 'AI Tools External' })
  const logs = section.getByRole('link', { name: /Chat Logs/ })
  await expect(logs).toHaveAttribute('href', 'https://logs.example.org')
  await expect(logs).toHaveAttribute('target', '_blank')
  await expect(logs).toContainText('12 questions today')
  await expect(section.getByRole('link', { name: /Assistant/ })).toBeVisible()
  const credit = page.getByRole('contentinfo').getByRole('link', { name: 'Made by friends' })
  await expect(credit).toHaveAttribute('href', 'https://maker.example.org/about')
})
