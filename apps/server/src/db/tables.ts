import type {
  AnswerKind,
  AttributeGroup,
  AttributeKind,
  Audience,
  AuditKind,
  Condition,
  Decision,
  eventFields,
  FactKind,
  Gap,
  HistorySubject,
  ImportKind,
  ItemFields,
  ItemType,
  journalFields,
  LabelLanguage,
  LicenceId,
  LinkPurpose,
  MovementReason,
  museumFields,
  PictureKind,
  placeFields,
  Role,
  SearchSubject,
  TextLanguage,
  TranslationState,
} from '@vitrine/contract'
import type { Generated, Kysely, Transaction } from 'kysely'
import type { ColumnsOf } from './records.ts'

/** Instants are UTC ISO strings and flags are 0 or 1, so that both databases hand back the same values. */
type Instant = string
type Flag = 0 | 1

export interface Tables {
  user_account: {
    id: Generated<number>
    /** As typed; the empty string for an employee without one. */
    email: string
    /** The address folded for comparison, unique; null without an address. */
    email_key: string | null
    gender: 'male' | 'female'
    first_name: string
    last_name: string
    phone: string
    role: Role
    password_hash: string | null
    /** Sessions carry the epoch they began in; raising it here ends all of them. */
    session_epoch: number
    created_at: Instant
    /** Whether open tasks are mailed in the morning. */
    task_mail: Generated<Flag>
    /** Null before the first sign-in. */
    last_sign_in_at: Generated<Instant | null>
  }
  session: {
    id: Generated<number>
    token_hash: string
    user_id: number
    epoch: number
    created_at: Instant
    /** Written once an hour at most. */
    used_at: Instant
    /** In words, as it named itself at the sign-in; empty when it did not. */
    browser: string
  }
  password_link: {
    id: Generated<number>
    token_hash: string
    user_id: number
    /** The address it was sent to: a link dies when the user's address changes. */
    email: string
    purpose: LinkPurpose
    created_at: Instant
    expires_at: Instant
    used_at: Instant | null
  }
  /** Rate limiting: one row per limit that an attempt counts against; a success removes its rows. */
  failed_attempt: {
    id: Generated<number>
    /** A hash, so that no mistyped address is stored. */
    key: string
    at: Instant
  }
  /** The guide's limits of one day: the row of today only. */
  guide_day: {
    /** A calendar day, 'YYYY-MM-DD'. */
    day: string
    /** The daily salt with which visitors' networks are hashed. */
    salt: string
    /** How many questions were asked, and how many of them a model answered. */
    questions: number
    model_answers: number
  }
  /** A browser in which this user has signed in before. */
  known_browser: {
    /** Of the cookie; one browser may be known to several users. */
    token_hash: string
    user_id: number
    used_at: Instant
  }
  /** The app that makes six-digit codes; it counts once a first code has confirmed it. */
  authenticator: {
    user_id: number
    /** Base32, sealed where there is a key. */
    secret: string
    confirmed_at: Instant | null
    /** The time step of the last accepted code: a code works once. */
    last_step: number
    /** Wrong codes since the last right one. */
    failures: number
    closed_until: Instant | null
  }
  recovery_code: {
    id: Generated<number>
    user_id: number
    code_hash: string
    used_at: Instant | null
  }
  passkey: {
    id: Generated<number>
    user_id: number
    credential_id: string
    public_key: string
    counter: number
    /** How it can be reached, as JSON. */
    transports: string
    name: string
    created_at: Instant
    used_at: Instant | null
  }
  /** A challenge that a session was given to register a passkey with. */
  passkey_offer: {
    session_id: number
    challenge: string
    expires_at: Instant
  }
  /** Given for a right password where a second step is to follow; it works once. */
  sign_in_ticket: {
    id: Generated<number>
    token_hash: string
    user_id: number
    epoch: number
    challenge: string | null
    attempts: number
    expires_at: Instant
  }
  /** Who did what, when and from where. Append-only: the database rejects anything else. */
  audit_entry: {
    id: Generated<number>
    at: Instant
    kind: AuditKind
    user_id: number | null
    /** Names and addresses as they were then. */
    user_name: string
    user_email: string
    on_id: number | null
    on_name: string
    on_email: string
    address: string
    /** JSON. */
    details: string
  }
  /** The next id of a sequence shared by several kinds of rows; ids are never reused. */
  counter: {
    name: 'item'
    next: number
  }
  /** The revision of each list; every change writes a new random value. */
  revision: {
    /** `items` changes with every item, whatever its list shows. */
    name: ItemType | 'items' | 'journal' | 'events' | 'attributes'
    value: string
  }
  media: {
    id: Generated<number>
    /** SHA-256 of the original's content, in hex. */
    name: string
    kind: 'picture' | 'recording'
    mime: string
    bytes: number
    width: number | null
    height: number | null
    file_name: string
    created_at: Instant
    /** Its likeness, in 16 hex digits, to find similar pictures; empty: not computed yet. */
    dhash: Generated<string>
  }
  item: {
    id: number
    type: ItemType
    /** The identifier folded for comparison, unique among the items of a type. */
    identifier_key: string
    public: Flag
    /** The first picture; derived. */
    picture_id: number | null
    recording_id: number | null
    /** Where it is; the attribute `location` says the name. */
    place_id: number | null
    /** Since when it is archived; null while it is in use. */
    archived_at: Instant | null
    /** The name at that time. */
    archived_by: string | null
    /** Counts the item's changes but those of its translations, which `text_version` counts. */
    version: number
    text_version: number
    /** The state of the item's text in each of `textLanguages`, in their order; derived. */
    text_states: string
    created_at: Instant
    updated_at: Instant
    /** The calendar day on which it was last saved or confirmed to be as described. */
    checked_on: string
  } & ColumnsOf<ItemFields>
  item_tag: {
    item_id: number
    tag_key: string
    value: string
  }
  /** The pictures of items, each item's counted from 0. */
  item_picture: {
    item_id: number
    position: number
    media_id: number
    public: Flag
    kind: PictureKind
    credit: string
    /** Empty: the one of the foundation. */
    licence: LicenceId | ''
  } & Record<`alt_${TextLanguage}`, string>

  /** A translation of one field of an item. */
  item_text: {
    item_id: number
    lang: TextLanguage
    /** `name`, `description`, or the key of an attribute. */
    field: string
    text: string
    state: TranslationState
    /** The original that it was made from; it is outdated once the original is another. */
    source: string
  }
  /** The gaps of an item: derived from it by the rules of the contract. */
  item_gap: {
    item_id: number
    rule: Gap
  }
  /** The catalogue of attributes: the meaning of each key. */
  tag_definition: {
    id: Generated<number>
    type: ItemType
    tag_key: string
    order_key: number
    multiline: Flag
    kind: AttributeKind
    unit: string
    audience: Audience
    /** Where public pages and papers show it. */
    group_name: AttributeGroup
    /** By language, as JSON. */
    labels: string
    /** Values in other languages, as JSON. */
    glossary: Generated<string>
    suggestions: Flag
    /** Whether its values are names, which the spelling correction leaves alone. */
    names: Flag
    retired: Flag
    version: number
  }
  /** One change: the whole state before and after, as versioned JSON; null where there was none. */
  change: {
    id: Generated<number>
    subject: HistorySubject
    subject_id: number
    kind: string
    at: Instant
    user_id: number | null
    /** The name at that time: it stays when the user goes. */
    user_name: string
    import_id: number | null
    before: string | null
    after: string | null
  }
  item_comment: {
    id: Generated<number>
    item_id: number
    user_id: number | null
    first_name: string
    last_name: string
    comment: string
    created_at: Instant
    deleted_at: Instant | null
    /** The comment that it answers. */
    parent_id: Generated<number | null>
    task: Generated<Flag>
    done_at: Generated<Instant | null>
    done_by: Generated<string>
    assignee_id: Generated<number | null>
    /** A calendar day, or empty. */
    due: Generated<string>
    edited_at: Generated<Instant | null>
  }
  /** Many items changed at once: an upload, or one change of all of them. */
  item_import: {
    id: Generated<number>
    kind: ImportKind
    at: Instant
    user_id: number | null
    user_name: string
    /** The title of a change. */
    file_name: string
    created: number
    changed: number
    undone_at: Instant | null
    /** Set as soon as its undo begins. */
    undone_by: string | null
    /** Of its items; null in rows of earlier versions. */
    type: ItemType | null
    /** While it or its undo is being written: without another batch until then, it has failed. Null otherwise. */
    lease_until: Instant | null
  }
  journal_entry: {
    id: Generated<number>
    created_at: Instant
    /** Null once that user is deleted; the name stays. */
    user_id: number | null
    first_name: string
    last_name: string
    version: number
    changed_at: Instant
    changed_by: string
    /** Soft delete: it can be restored for 30 days, then it is purged with its history. */
    deleted_at: Instant | null
  } & ColumnsOf<typeof journalFields>
  /** A save-the-date event; its texts are HTML with few tags. */
  event: { id: Generated<number>; changed_at: Instant } & ColumnsOf<typeof eventFields>
  /** What visitors are told about a museum; its id is that of its kind of items. */
  museum: { id: number; version: number; changed_at: Instant } & ColumnsOf<typeof museumFields>
  /** Where items are. Its code folded for comparison is unique. */
  place: { id: Generated<number>; code_key: string; version: number; changed_at: Instant } & ColumnsOf<
    typeof placeFields
  >
  /** An item that came from a place to another, or with its place to another; append-only. */
  movement: {
    id: Generated<number>
    item_id: number
    /** Null: from or to no place. */
    from_id: number | null
    to_id: number | null
    /** The ids of these places and of those around them at the time, from the outermost: '/3/17/'; empty for no place. */
    from_path: string
    to_path: string
    at: Instant
    user_id: number | null
    user_name: string
    reason: MovementReason
    /** The calendar day on which it is expected back, or empty. */
    back_on: string
  }
  journal_tag: {
    id: Generated<number>
    name: string
    /** The name folded for comparison, unique. */
    name_key: string
  }
  journal_entry_tag: {
    entry_id: number
    tag_id: number
  }
  /** A word of an entry that was the identifier of an item when it was written; it stays when the identifier changes. */
  entry_mention: {
    entry_id: number
    /** As written in the text. */
    word: string
    item_id: number
  }
  /** A saved view of a list: filter, facets, order, columns. */
  saved_view: {
    id: Generated<number>
    type: ItemType
    name: string
    /** The parameters of the list's address, as JSON. */
    search: string
    /** Its owner, with whose account it is deleted; null for one that all staff share. */
    owner_id: number | null
    /** Who saved it first; null once that user is deleted. */
    author_id: number | null
    author_name: string
    version: number
    changed_at: Instant
    deleted_at: Instant | null
  }
  /** A visitor's question about an item: the day, and nothing about the visitor. */
  visitor_question: {
    id: Generated<number>
    /** A calendar day, 'YYYY-MM-DD'. */
    day: string
    item_id: number
    lang: LabelLanguage
    /** As typed, without addresses and numbers that belong to a person. */
    question: string
    /** The same for questions that ask the same of an item. */
    meaning: string
    /** How the visitor was answered. */
    kind: AnswerKind
    /** How the item as it is now answers. */
    kind_now: AnswerKind
    /** The state of the item that `kind_now` is about; empty before the first comparison. */
    asked_of: string
    /** Set by staff: 1, no text has to answer it; 2, it is answered. */
    dismissed: Flag | 2
  }
  /** A stocktake: items are counted, and what differs is decided. */
  stocktake: {
    id: Generated<number>
    name: string
    /** In words, as chosen at the opening. */
    scope: string
    opened_at: Instant
    opened_by: string
    /** Null while it is open. */
    closed_at: Instant | null
    closed_by: string
  }
  /** The members of a stocktake; without any it is for all staff. */
  stocktake_member: {
    stocktake_id: number
    user_id: number
  }
  /** Where an item was expected, as it was at the opening. */
  stocktake_expected: {
    stocktake_id: number
    item_id: number
    place_id: number | null
    identifier: string
    name: string
  }
  /** What was seen. Rows are only added. */
  stocktake_fact: {
    /** Made on the phone. */
    id: string
    stocktake_id: number
    /** In the order of arrival, from 1, without gaps. */
    number: number
    kind: FactKind
    place_id: number | null
    /** As scanned or typed. */
    code: string
    item_id: number | null
    /** Where the item was noted to be when the fact arrived. */
    noted_place_id: number | null
    condition: Condition | ''
    remark: string
    /** Its photo is a picture of the item. */
    photo: Flag
    /** By the phone's clock. */
    seen_at: Instant
    received_at: Instant
    /** The account that sent it. */
    user_id: number | null
    /** The name of the scanner, which may be another account than the sender. */
    user_name: string
    /** The name of the sender at that time; empty if that is the scanner. */
    sent_by: string
    /** It came after the end, and counts only if a manager decided so. */
    late: Flag
  }
  /** What was decided about a difference. */
  stocktake_decision: {
    stocktake_id: number
    /** Its key, as the contract makes it. */
    difference: string
    decision: Decision
    /** Those that were decided together. */
    batch: string
    /** The change of many that moved the item. */
    import_id: number | null
    /** The task. */
    comment_id: number | null
    /** The former day of 'Last checked', where counting a late fact changed it; else empty. */
    checked_before: string
    user_name: string
    at: Instant
  }
  /** The searchable words of one record. */
  search_entry: {
    subject: SearchSubject
    subject_id: number
    /** When it was written, as `writeStamp` counts. */
    stamp: number
    /** Folded words, a line for each rank; empty once the record is gone. */
    words: string
  }
  /** One row once derived data is filled: a number for the projections, and the versions of their rules, by which it was made. */
  search_version: {
    version: number
  }
  /** An item that is or was public; the row stays when the item is deleted for good. */
  exchange_record: {
    item_id: number
    type: ItemType
    /** The datestamp for harvesters, 'YYYY-MM-DDThh:mm:ssZ'. */
    datestamp: string
  }
  /** A change of an item's public content that its record does not have yet; without an item, of all of a type. */
  exchange_change: {
    id: Generated<number>
    item_id: number | null
    type: ItemType
    at: Instant
  }
  /** One row. */
  exchange_clock: {
    /** The latest date that a harvester was given: its next request asks for later changes. */
    latest: string
    /** A hash of everything that all records depend on beside the items; empty before the first time. */
    source: string
  }
  /** One row: the id of this installation, wherever its database is moved. Its backups carry it. */
  installation: {
    id: string
    created_at: Instant
  }
  /** The latest run of each daily job, with its lease. */
  chore: {
    name: string
    /** The day it was last begun for, 'YYYY-MM-DD'; empty before the first time. */
    day: string
    started_at: Instant
    /** When it was done; null while it is not, or when it failed. */
    finished_at: Instant | null
    /** Why it failed. */
    problem: string | null
  }
  /** Mails that are never sent twice. */
  sent_mail: {
    /** What the mail was about, such as 'tasks:7:2026-05-31'. */
    key: string
    /** 'YYYY-MM-DD'. */
    day: string
  }
  /** One row: the version that last migrated the tables, such as 'version 6.7'; empty if that was before versions were recorded. */
  program_version: {
    version: string
  }
  /** Answers of creating calls by idempotency key, for retries. */
  kept_answer: {
    user_id: number
    /** Chosen by the caller. */
    key: string
    call: string
    body_hash: string
    /** JSON; empty while the transaction is open, which other connections can't see. */
    answer: string
    created_at: Instant
  }
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
