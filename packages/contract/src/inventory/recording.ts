/** The recording that the attribute `mp3` names by its address; null where it names a file, or nothing that can be played. */
export function recordingAddress(mp3: string | undefined): string | null {
  const noted = URL.parse(mp3?.trim() ?? '')
  return noted?.protocol === 'https:' && plainHost.test(noted.host) ? noted.href : null
}

// The host goes into a page's Content-Security-Policy, where an asterisk or a semicolon has a meaning.
const plainHost = /^[a-z0-9.-]+(?::\d+)?$/
