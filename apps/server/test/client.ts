import { api, type Call, type CallInput, type CallOutput, type Role } from '@vitrine/contract'

export const demoPassword = 'vitrine-demo'

const toEmail = (role: Role) => `${role}@example.org`

/** Thrown by `call` for an answer other than a success. */
export class CallError extends Error {
  readonly status: number
  readonly body: { statusCode?: number; message?: string; obj?: unknown }

  constructor(status: number, body: CallError['body']) {
    super(`${status}: ${body.message}`)
    this.status = status
    this.body = body
  }
}

interface RequestInput {
  params?: Record<string, unknown>
  query?: Record<string, string>
  body?: unknown
  file?: Blob
}

function buildForm(
  fields: Record<string, unknown> = {},
  field: string,
  file: Blob | undefined,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (file) form.append(field, file)
  return form
}

/** Writes the session of a demo account into the server's database and returns its token. */
export type OpenSession = (email: string) => Promise<string>

interface ClientOptions {
  readonly token?: string | undefined
  /** Value of X-Forwarded-For. */
  readonly address?: string | undefined
  readonly openSession?: OpenSession | undefined
}

/** Calls a server as a script does: with a bearer token and no cookies. */
export class Client {
  readonly url: string
  readonly token: string | undefined
  readonly address: string | undefined
  readonly #openSession: OpenSession | undefined

  constructor(url: string, { token, address, openSession }: ClientOptions = {}) {
    this.url = url
    this.token = token
    this.address = address
    this.#openSession = openSession
  }

  /** Signs in a demo account, without hashing a password if the test can write to the database. */
  async signIn(account: Role | { email: string }): Promise<Client> {
    const email = typeof account === 'string' ? toEmail(account) : account.email
    if (!this.#openSession) return this.signInWithPassword({ email, password: demoPassword })
    return this.#with({ token: await this.#openSession(email) })
  }

  /** Signs in with the call of the login page. */
  async signInWithPassword(account: Role | { email: string; password: string }): Promise<Client> {
    const body =
      typeof account === 'string' ? { email: toEmail(account), password: demoPassword } : account
    const { token } = await this.call(api.auth.signIn, { body })
    return this.#with({ token })
  }

  /** Returns a client with another address in X-Forwarded-For. */
  from = (address: string) => this.#with({ address })

  #with(change: ClientOptions): Client {
    return new Client(this.url, {
      token: this.token,
      address: this.address,
      openSession: this.#openSession,
      ...change,
    })
  }

  /** Sends a call and returns its output; throws a `CallError` for other answers. */
  async call<C extends Call>(call: C, input = {} as CallInput<C>): Promise<CallOutput<C>> {
    const response = await this.send(call, input)
    const body: unknown = await response.json()
    if (!response.ok) throw new CallError(response.status, body as CallError['body'])
    return body as CallOutput<C>
  }

  /** Sends a call and returns the response, whatever its status. */
  send<C extends Call>(
    call: C,
    input = {} as CallInput<C>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { params = {}, query = {}, body, file } = input as RequestInput
    const path = call.path.replaceAll(/:(\w+)/g, (_, name) =>
      encodeURIComponent(String(params[name])),
    )
    const search = new URLSearchParams(query).toString()
    const init: RequestInit = { method: call.method, headers }
    if (call.upload) {
      init.body = buildForm(body as Record<string, unknown>, call.upload.field, file)
    } else if (body !== undefined) {
      init.body = JSON.stringify(body)
      init.headers = { ...headers, 'content-type': 'application/json' }
    }
    return this.fetch(`/api${path}${search && `?${search}`}`, init)
  }

  /** Fetches a path with the token and address of this client. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.token && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${this.token}`)
    if (this.address) headers.set('x-forwarded-for', this.address)
    return fetch(this.url + path, { ...init, headers })
  }
}
