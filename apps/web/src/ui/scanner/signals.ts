import type { ScanOutcome } from '@vitrine/contract'

/** tones: pitches in hertz, played in turn. vibration: milliseconds, on and off in turn. */
const signals: Record<
  ScanOutcome | 'failed',
  { readonly tones: readonly number[]; readonly vibration: readonly number[] }
> = {
  here: { tones: [1_320], vibration: [60] },
  twice: { tones: [880, 880], vibration: [40, 60, 40] },
  elsewhere: { tones: [880, 660], vibration: [120, 80, 120] },
  unknown: { tones: [330, 220], vibration: [300] },
  failed: { tones: [220, 220, 220], vibration: [400, 100, 400] },
}

const toneSeconds = 0.12
let audio: AudioContext | undefined

/** Must be called from a click handler, because browsers allow sound only after one. */
export function enableSound(): void {
  audio ??= 'AudioContext' in window ? new AudioContext() : undefined
  void audio?.resume()
}

export function playSignal(outcome: keyof typeof signals): void {
  const { tones, vibration } = signals[outcome]
  // Before the first tap on the page, browsers block it and report an error.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...vibration])
  if (!audio) return
  const { currentTime } = audio

  for (const [index, pitch] of tones.entries()) {
    const oscillator = audio.createOscillator()
    const volume = audio.createGain()
    volume.gain.value = 0.2
    oscillator.frequency.value = pitch
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(currentTime + index * toneSeconds * 1.4)
    oscillator.stop(currentTime + index * toneSeconds * 1.4 + toneSeconds)
  }
}
