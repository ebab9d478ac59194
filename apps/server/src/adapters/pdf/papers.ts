/**
 * Renders papers with Typst. To add one: write `templates/<name>.typ` (it reads
 * `json("data.json")`, imports `shared.typ`, and shows a picture by `picture(name, …)`), list it in
 * `templateNames`, and call `render` for a few pages or `renderToFile` for what may take long.
 * Texts in `data` are never markup; pass them through `toPrintable` (printable.ts), because a
 * character that no font has fails the whole paper. `fit.ts` estimates how many lines a text takes.
 * `data` has `title`, `author`, `lang` and `look`; `pages` is checked.
 */
export interface PaperRenderer {
  /** Renders one paper at a time, in a process that stays warm for a while. */
  render(order: PaperOrder): Promise<RenderResult & { readonly pdf: Buffer }>
  /**
   * Renders several orders one after the other and joins them to one file, in processes of their
   * own, which release their memory. They are killed when `signal` aborts; fails with
   * `PaperTimeout` when the time is over.
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
  'condition-report',
  'stocktake',
] as const

/** A paper as laid out, ready to be rendered. */
export interface Paper {
  readonly template: (typeof templateNames)[number]
  readonly data: PaperData
  /** The required number of pages: any other is a fault of the layout. Null allows any number. */
  readonly pages: number | null
  /** Number of pages that show less than was ordered. */
  readonly shortenedPages?: number
}

export interface RenderResult {
  /** Number of pages that show less than was ordered. */
  readonly shortenedPages: number
}

export interface PaperData {
  readonly title: string
  readonly author: string
  /** The language of texts that are not marked otherwise. */
  readonly lang: string
  /** Colours by name, for `colours()` in the templates. */
  readonly look: Readonly<Record<string, string>>
  readonly [more: string]: unknown
}

export interface PaperPicture {
  /** Letters, digits and hyphens. */
  readonly name: string
  /** Null shows a pale placeholder. */
  readonly jpeg: Uint8Array | null
  readonly width: number
  readonly height: number
}

/** A paper to be laid out and rendered. */
export interface PaperOrder {
  /** The input of the layout. */
  readonly input: unknown
  /** Read one by one; a template that uses any other picture fails. */
  readonly pictures: () => Iterable<PaperPicture> | AsyncIterable<PaperPicture>
}

export class PaperTimeout extends Error {}

/** Thrown by a layout for an order that can’t be rendered; the message is for the user. */
export class PaperOrderRejected extends Error {
  static readonly code = 'refused'
  readonly code = PaperOrderRejected.code
}

export interface RenderToFileOptions {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Called when all pictures of an order are loaded and rendering starts. */
  readonly onRenderStart?: (orderIndex: number) => void
}
