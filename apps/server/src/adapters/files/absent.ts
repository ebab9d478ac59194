/** For `catch` where a file that is not there is an answer and no failure. */
export function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
