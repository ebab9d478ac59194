/** Rejects when the work takes longer; the work itself is not cancelled. */
export async function withTimeout<T>(
  work: Promise<T>,
  milliseconds: number,
  problem: string,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(problem)), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
