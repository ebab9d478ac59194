/**
 * Moves the clock of a Node process by CLOCK_OFFSET milliseconds:
 * `NODE_OPTIONS=--import=…/scripts/clock-offset.mjs`. Only `npm run test:anywhere` uses it. Timers
 * and other programs, such as PostgreSQL, are not affected.
 */
const offset = Number(process.env.CLOCK_OFFSET ?? 0)
const realNow = Date.now
const movedNow = () => realNow() + offset

Date.now = movedNow
globalThis.Date = new Proxy(Date, {
  construct: (target, args, created) =>
    Reflect.construct(target, args.length === 0 ? [movedNow()] : args, created),
  apply: () => new Date().toString(),
})
