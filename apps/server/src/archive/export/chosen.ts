/** The exported columns; every table is here or in `notExported`. A test compares both with the schema. */
export const exported: Record<string, 'all' | readonly string[]> = {
  audit_entry: 'all',
  change: 'all',
  entry_mention: 'all',
  event: 'all',
  item: 'all',
  item_comment: 'all',
  item_import: 'all',
  item_tag: 'all',
  item_text: 'all',
  journal_entry: 'all',
  journal_entry_tag: 'all',
  journal_tag: 'all',
  media: 'all',
  saved_view: 'all',
  tag_definition: 'all',
  // Without what a password could be guessed from.
  user_account: ['id', 'email', 'gender', 'first_name', 'last_name', 'phone', 'role', 'created_at', 'last_sign_in_at'],
  visitor_question: 'all',
}

/** Secrets, what only a running Vitrine needs, and what is derived from the rest. */
export const notExported = [
  'authenticator',
  'chore',
  'counter',
  'failed_attempt',
  'guide_day',
  'installation',
  'item_gap',
  'kept_answer',
  'known_browser',
  'passkey',
  'passkey_offer',
  'password_link',
  'program_version',
  'recovery_code',
  'revision',
  'search_entry',
  'search_version',
  'session',
  'sign_in_ticket',
]
