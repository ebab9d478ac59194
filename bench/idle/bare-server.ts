import { createServer } from 'node:http'

/** Node itself: a server without requests. */
createServer((_request, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1')
