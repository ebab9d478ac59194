/**
 * Faults are a matter of moments, and a stalled machine can miss one. `npm test` tries these tests once more and names
 * those that needed it; run by themselves they get one try.
 */
export const onceMore = { retry: Number(process.env.FAULT_RETRIES ?? 0) }
