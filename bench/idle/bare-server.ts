import { createServer } from 'node:http'

/** Node itself: a server that nobody asks for anything. */
createServer((_request, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1')
