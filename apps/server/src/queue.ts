interface Limits {
  /** How much may run at once, in the unit of the weights. */
  readonly capacity: number
  /** How many may wait; the next one is refused. */
  readonly waiting: number
  readonly refusal: () => Error
}

interface Job {
  /** Of one that is heavier than the whole capacity, only that it runs alone is promised. */
  readonly weight?: number
  /** Who has gone loses their place in the line. */
  readonly signal?: AbortSignal
}

export type Queue = <T>(work: () => Promise<T>, job?: Job) => Promise<T>

/** Runs no more at once than the capacity takes; the others wait in line, up to a limit. */
export function createQueue({ capacity, waiting, refusal }: Limits): Queue {
  const line: { readonly weight: number; begin(): void }[] = []
  let used = 0

  const fits = (weight: number) => used === 0 || used + weight <= capacity

  /** In the order they came: a heavy one is not overtaken by light ones for ever. */
  function admit(): void {
    for (let next = line[0]; next && fits(next.weight); next = line[0]) {
      line.shift()
      used += next.weight
      next.begin()
    }
  }

  function turn(weight: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = {
        weight,
        begin() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        line.splice(line.indexOf(place), 1)
        reject(signal?.reason)
        admit()
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.push(place)
      admit()
    })
  }

  return async (work, { weight = 1, signal } = {}) => {
    signal?.throwIfAborted()
    if (line.length >= waiting && !(line.length === 0 && fits(weight))) throw refusal()
    await turn(weight, signal)
    try {
      return await work()
    } finally {
      used -= weight
      admit()
    }
  }
}
