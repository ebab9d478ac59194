import type { ScanOutcome } from '@vitrine/contract'

interface Signal {
  /** Pitches in hertz, played one after the other. */
  readonly tones: readonly number[]
  /** Durations in milliseconds, on and off in turn. */
  readonly vibration: readonly number[]
}

const signals: Record<ScanOutcome | 'failed', Signal> = {
  here: { tones: [1_320], vibration: [60] },
  twice: { tones: [880, 880], vibration: [40, 60, 40] },
  elsewhere: { tones: [880, 660], vibration: [120, 80, 120] },
  unknown: { tones: [330, 220], vibration: [300] },
  failed: { tones: [220, 220, 220], vibration: [400, 100, 400] },
}

const toneSeconds = 0.12
/** From the start of a tone to that of the next, so that there is a pause between them. */
const intervalSeconds = 1.4 * toneSeconds
/** Of the full volume. */
const volumeFraction = 0.2

let audio: AudioContext | undefined

/** Must be called from a click handler, because browsers allow sound only after one. */
export function enableSound(): void {
  audio ??= 'AudioContext' in window ? new AudioContext() : undefined
  void audio?.resume()
}

/** Plays the sound of a scan's outcome, and vibrates. */
export function playSignal(outcome: keyof typeof signals): void {
  const { tones, vibration } = signals[outcome]
  // Before the first tap on the page, browsers block it and report an error.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...vibration])
  if (!audio) return

  const { currentTime } = audio

  for (const [index, pitch] of tones.entries()) {
    const oscillator = audio.createOscillator()
    const volume = audio.createGain()
    volume.gain.value = volumeFraction
    oscillator.frequency.value = pitch
    oscillator.connect(volume).connect(audio.destination)

    const startTime = currentTime + index * intervalSeconds
    oscillator.start(startTime)
    oscillator.stop(startTime + toneSeconds)
  }
}
