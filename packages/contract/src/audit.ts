/** Every kind of audit event, with its label in the filter. */
export const auditKinds = {
  'signed-in': 'Sign-in',
  'sign-in-failed': 'Failed sign-in',
  'sign-in-closed': 'Sign-in limited for a minute',
  'signed-out': 'Sign-out',
  'session-ended': 'Signed out elsewhere',
  'password-changed': 'Password changed',
  'password-set': 'Password set with a link',
  'link-sent': 'Password link sent',
  'link-requested': 'Password link requested',
  'link-requests-closed': 'Password links limited for a minute',
  'user-created': 'User created',
  'user-changed': 'User changed',
  'role-changed': 'Role changed',
  'user-deleted': 'User deleted',
  'user-locked': 'User locked',
  'user-unlocked': 'User unlocked',
  'second-step-on': 'Second step switched on',
  'second-step-off': 'Second step switched off',
  'second-step-reset': 'Second step reset',
  'recovery-codes-made': 'New recovery codes',
  imported: 'CSV upload',
  'many-changed': 'Many items changed at once',
  'import-undone': 'CSV upload or change of many undone',
  'item-deleted': 'Item deleted for good',
  'stocktake-opened': 'Stocktake opened',
  'stocktake-closed': 'Stocktake closed',
  'stocktake-reopened': 'Stocktake reopened',
  exported: 'Export',
  'backed-up': 'Backup',
  restored: 'Restore',
  copied: 'Copy',
} as const

export type AuditKind = keyof typeof auditKinds

/** A person, by their name at that time. id is null for non-users, such as the operator. */
export interface AuditPerson {
  readonly id: number | null
  readonly name: string
  readonly email: string
}

/** Numbers and fixed words only: never text that a user typed, never a secret. */
export type AuditDetails = Readonly<Record<string, string | number>>

export interface AuditEvent {
  readonly kind: AuditKind
  /** The actor; null for a call without a session. */
  readonly by: AuditPerson | null
  /** The affected user. */
  readonly on: AuditPerson | null
  /** IP address of the caller; empty for commands on the server itself. */
  readonly address: string
  readonly details: AuditDetails
}

const displayName = (person: AuditPerson | null, fallback: string): string =>
  person?.name || person?.email || fallback

const pluralise = (count: string | number | undefined, noun: string): string =>
  `${count ?? 0} ${noun}${Number(count) === 1 ? '' : 's'}`

const signInMethodSuffixes: Record<string, string> = {
  code: ' with a code',
  recovery: ' with a recovery code',
  passkey: ' with a passkey',
}

const secondStepNames: Record<string, string> = {
  code: 'an authenticator app',
  passkey: 'a passkey',
}

type RenderSentence = (by: string, on: string, details: AuditDetails) => string

const sentences: Record<AuditKind, RenderSentence> = {
  'signed-in': (by, _on, { method = '' }) => `${by} signed in${signInMethodSuffixes[method] ?? ''}`,
  'sign-in-failed': (_by, on, { step }) =>
    step === 'second'
      ? `The second step of a sign-in as ${on} failed`
      : `A sign-in as ${on} failed`,
  'sign-in-closed': (_by, on) =>
    `After repeated failures, sign-ins as ${on} were limited for a minute`,
  'signed-out': (by) => `${by} signed out`,
  'session-ended': (by, _on, { count }) =>
    `${by} ended ${pluralise(count, 'other session')} of their own`,
  'password-changed': (by) => `${by} changed their password`,
  'password-set': (by) => `${by} set a password with a link`,
  'link-sent': (by, on) => `${by} sent a password link to ${on}`,
  'link-requested': (_by, on) => `Someone requested a new password for ${on}`,
  'link-requests-closed': (_by, on) =>
    `After repeated requests, password links for ${on} were limited for a minute`,
  'user-created': (by, on, { role }) => `${by} created the user ${on} as ${role}`,
  'user-changed': (by, on, { fields }) => `${by} changed the user ${on}: ${fields}`,
  'role-changed': (by, on, { before, after }) =>
    `${by} changed the role of ${on} from ${before} to ${after}`,
  'user-deleted': (by, on) => `${by} deleted the user ${on}`,
  'user-locked': (by, on) => `${by} locked the account of ${on}`,
  'user-unlocked': (by, on) => `${by} unlocked the account of ${on}`,
  'second-step-on': (by, _on, { method = '' }) =>
    `${by} added ${secondStepNames[method] ?? 'something'} as a second step`,
  'second-step-off': (by, _on, { method = '' }) =>
    `${by} removed ${secondStepNames[method] ?? 'something'} as a second step`,
  'second-step-reset': (by, on) => `${by} reset the second step of ${on}`,
  'recovery-codes-made': (by) => `${by} made new recovery codes`,
  imported: (by, _on, { created, changed }) =>
    `${by} uploaded a CSV file: ${pluralise(created, 'item')} created, ${Number(changed ?? 0)} changed`,
  'many-changed': (by, _on, { changed }) => `${by} changed ${pluralise(changed, 'item')} at once`,
  'import-undone': (by, _on, { restored, kind }) =>
    `${by} undid a ${kind === 'change' ? 'change of many items' : 'CSV upload'}: ${pluralise(restored, 'item')} reverted`,
  'item-deleted': (by, _on, { item }) => `${by} deleted item ${item} for good`,
  'stocktake-opened': (by, _on, { stocktake, expected }) =>
    `${by} opened stocktake ${stocktake} of ${pluralise(expected, 'item')}`,
  'stocktake-closed': (by, _on, { stocktake, seen, expected }) =>
    `${by} closed stocktake ${stocktake}: ${seen} of ${pluralise(expected, 'item')} seen`,
  'stocktake-reopened': (by, _on, { stocktake }) => `${by} reopened stocktake ${stocktake}`,
  exported: (by) => `${by} exported everything`,
  'backed-up': (by) => `${by} made a backup`,
  restored: (by) => `${by} restored a backup`,
  copied: (by) => `${by} copied everything into another database`,
}

/** The event as a sentence: 'Claire Aebischer signed in from 192.0.2.1, Firefox on Windows.' */
export function formatAuditEvent({ kind, by, on, address, details }: AuditEvent): string {
  const sentence = sentences[kind](
    displayName(by, 'Someone'),
    displayName(on, 'an unknown address'),
    details,
  )
  const browser = details.browser ? `, ${details.browser}` : ''
  return `${sentence}${address ? ` from ${address}` : ''}${browser}.`
}
