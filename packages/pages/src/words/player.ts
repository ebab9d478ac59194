import type { LabelLanguage } from '@vitrine/contract'

interface PlayerWords {
  readonly play: string
  readonly pause: string
  /** What the bar sets. */
  readonly position: string
  /** '1:05 of 3:20': what has been heard, and how long the whole is. */
  readonly ofWhole: string
  readonly trouble: string
}

export const playerWords: Record<LabelLanguage, PlayerWords> = {
  en: {
    play: 'Play',
    pause: 'Pause',
    position: 'Position',
    ofWhole: '{heard} of {whole}',
    trouble: 'The recording can’t be played at the moment.',
  },
  de: {
    play: 'Abspielen',
    pause: 'Pause',
    position: 'Position',
    ofWhole: '{heard} von {whole}',
    trouble: 'Die Aufnahme lässt sich im Moment nicht abspielen.',
  },
  fr: {
    play: 'Écouter',
    pause: 'Pause',
    position: 'Position',
    ofWhole: '{heard} sur {whole}',
    trouble: 'L’enregistrement ne peut pas être lu pour le moment.',
  },
  it: {
    play: 'Ascolta',
    pause: 'Pausa',
    position: 'Posizione',
    ofWhole: '{heard} di {whole}',
    trouble: 'Al momento non è possibile riprodurre la registrazione.',
  },
  es: {
    play: 'Escuchar',
    pause: 'Pausa',
    position: 'Posición',
    ofWhole: '{heard} de {whole}',
    trouble: 'En este momento no se puede reproducir la grabación.',
  },
  pt: {
    play: 'Ouvir',
    pause: 'Pausa',
    position: 'Posição',
    ofWhole: '{heard} de {whole}',
    trouble: 'De momento não é possível reproduzir a gravação.',
  },
  ru: {
    play: 'Слушать',
    pause: 'Пауза',
    position: 'Позиция',
    ofWhole: '{heard} из {whole}',
    trouble: 'Сейчас воспроизвести запись не удаётся.',
  },
  zh: {
    play: '播放',
    pause: '暂停',
    position: '播放位置',
    ofWhole: '{heard}，共 {whole}',
    trouble: '目前无法播放该录音。',
  },
  ja: {
    play: '再生',
    pause: '一時停止',
    position: '再生位置',
    ofWhole: '{whole} 中 {heard}',
    trouble: '現在、録音を再生できません。',
  },
}
