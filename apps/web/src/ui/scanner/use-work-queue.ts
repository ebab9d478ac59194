import { useRef } from 'react'

/** Returns a function that runs pieces of work one after the other, in the order of its calls. */
export function useWorkQueue(): (work: () => Promise<void>) => void {
  const lastWork = useRef(Promise.resolve())

  return (work) => {
    lastWork.current = lastWork.current.then(work)
  }
}
