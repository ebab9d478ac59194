/**
 * Papers to print, set by Typst. To make one: write `templates/<name>.typ` (it reads
 * `json("data.json")`, imports `shared.typ`, and shows a picture by `picture(name, …)`), list it in
 * `templateNames`, and call `render` for a few pages or `renderToFile` for what can take long.
 * Texts in `data` are never markup; pass them through `toPrintable` (printable.ts), because a
 * character that no font has fails the whole paper. `fit.ts` estimates how many lines a text takes.
 * `data` has `title`, `author`, `lang` and `look`; `pages` is checked.
 */
export interface PaperRenderer {
  /** Renders in a process that stays warm for a while, one paper at a time. */
  render(order: PaperOrder): Promise<RenderResult & { readonly pdf: Buffer }>
  /**
   * Renders in a separate process, which releases its memory; several orders one after the other,
   * joined to one file. It is killed when `signal` aborts, and with `PaperTimeout` when it times
   * out.
   */
  renderToFile(
    orders: readonly PaperOrder[],
    file: string,
    options: RenderToFileOptions,
  ): Promise<RenderResult>
  close(): Promise<void>
}

export const templateNames = [
  'car-sheet',
  'art-card',
  'label-sheet',
  'report',
  'object-id',
  'stocktake',
] as const

/** A paper that is laid out. */
export interface Paper {
  readonly template: (typeof templateNames)[number]
  readonly data: PaperData
  /**
   * How many pages it must have: anything else is a fault of the layout. Null allows any number.
   */
  readonly pages: number | null
  /** How many of them show less than was asked for. */
  readonly reduced?: number
}

export interface RenderResult {
  /** How many pages show less than was asked for. */
  readonly reduced: number
}

export interface PaperData {
  readonly title: string
  readonly author: string
  /** Of what is not said to be in another language. */
  readonly lang: string
  /** Colours by name, for `colours()`. */
  readonly look: Readonly<Record<string, string>>
  readonly [more: string]: unknown
}

export interface PaperPicture {
  /** Letters, digits and hyphens. */
  readonly name: string
  /** Null leaves a pale field in its place. */
  readonly jpeg: Uint8Array | null
  readonly width: number
  readonly height: number
}

/** A paper that is not laid out yet. */
export interface PaperOrder {
  /** What the layout gets. */
  readonly input: unknown
  /** Read one by one; a template that names a picture which is not among them fails. */
  readonly pictures: () => Iterable<PaperPicture> | AsyncIterable<PaperPicture>
}

export class PaperTimeout extends Error {}

/** Thrown by a layout that can’t be rendered; its message is for the user. */
export class PaperOrderRejected extends Error {
  static readonly code = 'refused'
  readonly code = PaperOrderRejected.code
}

export interface RenderToFileOptions {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Called when all pictures of an order are loaded and compiling starts. */
  readonly onSetting?: (order: number) => void
}
