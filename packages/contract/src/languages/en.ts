/** What is particular to a language, beside its words: every other one has the same fields. */
export const language = {
  /** As the staff app names it. */
  name: 'English',
  /** As its readers do. */
  ownName: 'English',
  /** For dates. */
  locale: 'en-CH',
  /** In the form of Open Graph. */
  openGraph: 'en_GB',
  /** Its number in the Art & Architecture Thesaurus. */
  aat: 300388277,
  /** Between words: without them, texts are neither hyphenated nor justified. */
  hasSpaces: true,
  /** Grouped by an apostrophe, as the specification says; else as its locale does. */
  swissNumbers: true,
  /** Units of the catalogue. */
  units: { hp: 'hp', kW: 'kW', rpm: 'rpm', 'km/h': 'km/h', 'cm³': 'cm³', kg: 'kg' },
  /** Before the first and the last day of an event. */
  from: 'From',
  until: 'until',
  /** The label of a title as its maker wrote it, for readers of another language. */
  originalTitle: 'Original title',
}

export type Language = typeof language

/** What the pages for visitors say by themselves. Labels of attributes come from the catalogue. */
export const words = {
  page: {
    language: 'Language',
    music: 'Music',
    /** The text is in another language, which follows for '{language}'. */
    notTranslated: 'Not yet available in English: this text is in {language}.',
    outdated: 'The original has been revised since this translation was made.',
    /** On paper, where a text is cut. */
    readOn: 'Read on',
    /** On paper: the code leads to {what}. */
    byCode: '{what}: QR code',
    qrCode: 'QR code of this page',
    questions: 'Questions',
    chat: 'Chat',
    /** In place of the page to ask questions. */
    unreachable: 'Without reception, questions can’t be asked here. Please try again later, or ask our staff.',
    /** There never was such a number. */
    unknown: {
      title: 'Nothing under this number',
      text: 'We know no item by this number. Please scan the code on the label once more, or ask our staff.',
    },
    /** The item is not shown at present. */
    withdrawn: {
      title: 'Not on show at present',
      text: 'This item is taking a break from the public. We hope to show it to you again another time.',
    },
  },
  picture: {
    picture: 'Picture',
    enlarge: 'Enlarge',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    close: 'Close',
    /** What the strip below the first picture is. */
    more: 'More pictures',
    /** Leads to all of them, '{count}' in all. */
    all: 'All {count} pictures',
  },
  player: {
    play: 'Play',
    pause: 'Pause',
    /** What the bar sets. */
    position: 'Position',
    /** '1:05 of 3:20': what has been heard, and how long the whole is. */
    ofWhole: '{heard} of {whole}',
    trouble: 'The recording can’t be played at the moment.',
  },
  ask: {
    notice: 'A machine answers from the museum’s text. Questions are kept without your name.',
    question: 'Your question',
    ask: 'Ask',
    examples: 'For example',
    answers: 'Answers',
    fromText: 'Our text says:',
    /** Before lines that a model found. */
    chosen: 'A machine chose these lines of ours:',
    unknown: 'Our text does not say.',
    /** Where to ask a person, with '{foundation}' and '{address}'. */
    person: 'Please ask our staff, or write to {foundation}, {address}.',
    others: 'Also in the house:',
    wait: 'One moment …',
    empty: 'Please type a question.',
    long: 'Please ask in {max} characters at most; these are {count}.',
    minute: 'Those were many questions at once. Please ask again in a minute.',
    failed: 'No answer came. Please try again.',
  },
  museum: {
    number: 'Number on the label',
    open: 'Open',
    erase: 'Erase',
    noSuchNumber: 'Nothing on show has the number {number}. Please check the label.',
    browse: 'The collection',
    none: 'Nothing is on show at present.',
    previous: 'Previous',
    next: 'Next',
    pageOf: 'Page {page} of {pages}',
    events: 'Coming up',
    allEvents: 'All events',
    around: 'Nearby',
    /** Other items that are like this one. */
    more: { artist: 'More by this artist', maker: 'By the same maker', make: 'Same make' },
    /** Where a page is neither kept nor to be had, or only in another language than the one asked for. */
    offline: {
      title: 'No reception here',
      text: 'This page could not be loaded. What you have opened in this museum can still be read: start from the museum’s name above.',
      otherLanguage: 'Without reception you can read this page only in the language in which you opened it.',
    },
  },
  events: {
    title: 'Save the date',
    addToCalendar: 'Add to my calendar',
    noEvents: 'No events are announced at the moment.',
  },
}

export type VisitorWords = typeof words
