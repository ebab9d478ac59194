import { heightOf, keepsWords, linesIn, measure, shortened, wrapped } from '../../adapters/pdf/fit.ts'
import { printableLine } from '../../adapters/pdf/printable.ts'

/** From large to small, with how many lines a name may take at each size. */
export type TitleSizes = readonly (readonly [size: number, lines: number])[]

const leading = 1.1

export interface Title {
  readonly text: string
  readonly size: number
  /** In millimetres. */
  readonly height: number
}

/** A name in the largest type in which its words stay whole and it does not take too many lines. */
export function titleOf(name: string, width: number, sizes: TitleSizes): Title {
  const text = printableLine(name)
  const measured = measure([text], 'serif')
  const [size, lines] = sizes.find(
    ([size, lines]) => keepsWords(measured, width, size) && linesIn(measured, width, size) <= lines,
  ) ??
    sizes.at(-1) ?? [10, 1]
  const whole = wrapped(text, 'serif', width, size)
  const [shown = whole] = shortened([whole], 'serif', (part) => linesIn(part, width, size) <= lines)
  return { text: shown, size, height: heightOf(measure([shown], 'serif'), width, { size, leading, gap: 0 }) }
}
