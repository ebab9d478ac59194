import type { LabelLanguage } from '@vitrine/contract'

interface Absence {
  readonly title: string
  readonly text: string
}

/** What the pages of items say by themselves. Labels of attributes come from the catalogue. */
interface PageWords {
  readonly language: string
  readonly music: string
  /** The text is in another language, which follows for '{language}'. */
  readonly notTranslated: string
  readonly outdated: string
  /** On paper, where a text is cut. */
  readonly readOn: string
  /** On paper: the code leads to {what}. */
  readonly byCode: string
  readonly qrCode: string
  readonly questions: string
  readonly chat: string
  /** In place of the page to ask questions. */
  readonly unreachable: string
  /** There never was such a number. */
  readonly unknown: Absence
  /** The item is not shown at present. */
  readonly withdrawn: Absence
}

export const pageWords: Record<LabelLanguage, PageWords> = {
  en: {
    language: 'Language',
    music: 'Music',
    notTranslated: 'Not yet available in English: this text is in {language}.',
    outdated: 'The original has been revised since this translation was made.',
    readOn: 'Read on',
    byCode: '{what}: QR code',
    qrCode: 'QR code of this page',
    questions: 'Questions',
    chat: 'Chat',
    unreachable: 'Without reception, questions can’t be asked here. Please try again later, or ask our staff.',
    unknown: {
      title: 'Nothing under this number',
      text: 'We know no item by this number. Please scan the code on the label once more, or ask our staff.',
    },
    withdrawn: {
      title: 'Not on show at present',
      text: 'This item is taking a break from the public. We hope to show it to you again another time.',
    },
  },
  de: {
    language: 'Sprache',
    music: 'Musik',
    notTranslated: 'Noch nicht auf Deutsch verfügbar: Dieser Text ist auf {language}.',
    outdated: 'Das Original wurde seit dieser Übersetzung überarbeitet.',
    readOn: 'Weiterlesen',
    byCode: '{what}: QR-Code',
    qrCode: 'QR-Code dieser Seite',
    questions: 'Fragen',
    chat: 'Chat',
    unreachable:
      'Ohne Empfang können hier keine Fragen gestellt werden. Bitte versuchen Sie es später noch einmal oder fragen Sie unser Personal.',
    unknown: {
      title: 'Unter dieser Nummer gibt es nichts',
      text: 'Unter dieser Nummer kennen wir nichts. Bitte scannen Sie den Code noch einmal oder fragen Sie uns.',
    },
    withdrawn: {
      title: 'Zurzeit nicht ausgestellt',
      text: 'Dieses Stück wird zurzeit nicht gezeigt. Wir hoffen, es Ihnen ein andermal zeigen zu können.',
    },
  },
  fr: {
    language: 'Langue',
    music: 'Musique',
    notTranslated: 'Pas encore disponible en français : ce texte est en {language}.',
    outdated: 'L’original a été révisé depuis cette traduction.',
    readOn: 'Lire la suite',
    byCode: '{what} : code QR',
    qrCode: 'Code QR de cette page',
    questions: 'Questions',
    chat: 'Discussion',
    unreachable:
      'Sans réseau, il n’est pas possible de poser des questions ici. Veuillez réessayer plus tard ou vous adresser à l’accueil.',
    unknown: {
      title: 'Aucun objet sous ce numéro',
      text: 'Aucun objet ne porte ce numéro. Veuillez scanner le code une nouvelle fois ou vous adresser à l’accueil.',
    },
    withdrawn: {
      title: 'Non exposé actuellement',
      text: 'Cet objet n’est pas présenté actuellement. Nous espérons pouvoir vous le montrer une autre fois.',
    },
  },
  it: {
    language: 'Lingua',
    music: 'Musica',
    notTranslated: 'Non ancora disponibile in italiano: questo testo è in {language}.',
    outdated: 'L’originale è stato rivisto dopo questa traduzione.',
    readOn: 'Continua a leggere',
    byCode: '{what}: codice QR',
    qrCode: 'Codice QR di questa pagina',
    questions: 'Domande',
    chat: 'Chat',
    unreachable: 'Senza ricezione non è possibile fare domande qui. Riprovi più tardi o si rivolga al personale.',
    unknown: {
      title: 'Nessun oggetto con questo numero',
      text: 'Nessun oggetto ha questo numero. Scansioni di nuovo il codice sull’etichetta o si rivolga al personale.',
    },
    withdrawn: {
      title: 'Attualmente non esposto',
      text: 'Questo oggetto al momento non è esposto. Speriamo di poterglielo mostrare un’altra volta.',
    },
  },
  es: {
    language: 'Idioma',
    music: 'Música',
    notTranslated: 'Aún no disponible en español: este texto está en {language}.',
    outdated: 'El original se ha revisado después de esta traducción.',
    readOn: 'Seguir leyendo',
    byCode: '{what}: código QR',
    qrCode: 'Código QR de esta página',
    questions: 'Preguntas',
    chat: 'Chat',
    unreachable:
      'Sin cobertura no se pueden hacer preguntas aquí. Inténtelo de nuevo más tarde o pregunte a nuestro personal.',
    unknown: {
      title: 'No hay nada con este número',
      text: 'Ningún objeto tiene este número. Escanee de nuevo el código de la cartela o pregunte a nuestro personal.',
    },
    withdrawn: {
      title: 'Actualmente no expuesto',
      text: 'Esta pieza no se expone en este momento. Esperamos poder mostrársela en otra ocasión.',
    },
  },
  pt: {
    language: 'Idioma',
    music: 'Música',
    notTranslated: 'Ainda não disponível em português: este texto está em {language}.',
    outdated: 'O original foi revisto depois desta tradução.',
    readOn: 'Continuar a ler',
    byCode: '{what}: código QR',
    qrCode: 'Código QR desta página',
    questions: 'Perguntas',
    chat: 'Chat',
    unreachable:
      'Sem rede, não é possível fazer perguntas aqui. Tente novamente mais tarde ou pergunte ao nosso pessoal.',
    unknown: {
      title: 'Não há nada com este número',
      text: 'Nenhum objeto tem este número. Leia novamente o código da etiqueta ou pergunte ao nosso pessoal.',
    },
    withdrawn: {
      title: 'De momento não está exposto',
      text: 'Esta peça não está em exposição de momento. Esperamos poder mostrá-la noutra ocasião.',
    },
  },
  ru: {
    language: 'Язык',
    music: 'Музыка',
    notTranslated: 'На русском языке текста пока нет. Язык текста: {language}.',
    outdated: 'Оригинал был изменён после этого перевода.',
    readOn: 'Читать дальше',
    byCode: '{what}: QR-код',
    qrCode: 'QR-код этой страницы',
    questions: 'Вопросы',
    chat: 'Чат',
    unreachable: 'Без связи с сетью задать вопрос здесь нельзя. Попробуйте позже или обратитесь к сотрудникам музея.',
    unknown: {
      title: 'Под этим номером ничего нет',
      text: 'Экспоната с таким номером нет. Отсканируйте код на этикетке ещё раз или обратитесь к сотрудникам музея.',
    },
    withdrawn: {
      title: 'Сейчас не экспонируется',
      text: 'Этот экспонат сейчас не выставлен. Надеемся показать его вам в другой раз.',
    },
  },
  zh: {
    language: '语言',
    music: '音乐',
    notTranslated: '暂无中文版本，以下文字为{language}。',
    outdated: '本译文完成后，原文有所修订。',
    readOn: '继续阅读',
    byCode: '{what}：二维码',
    qrCode: '本页二维码',
    questions: '问题',
    chat: '对话',
    unreachable: '没有网络信号时无法在此提问。请稍后再试，或询问工作人员。',
    unknown: {
      title: '没有此编号的展品',
      text: '我们没有此编号的展品。请重新扫描展签上的二维码，或询问工作人员。',
    },
    withdrawn: {
      title: '目前未展出',
      text: '这件展品目前没有展出。期待下次能与您见面。',
    },
  },
  ja: {
    language: '言語',
    music: '音楽',
    notTranslated: '日本語版はまだありません。この文章は{language}です。',
    outdated: 'この翻訳の後、原文が改訂されました。',
    readOn: '続きを読む',
    byCode: '{what}：QRコード',
    qrCode: 'このページのQRコード',
    questions: '質問',
    chat: 'チャット',
    unreachable:
      '電波の届かない場所では、ここで質問できません。時間をおいてもう一度お試しいただくか、スタッフにお尋ねください。',
    unknown: {
      title: 'この番号の作品はありません',
      text: 'この番号の展示品は見つかりませんでした。ラベルのコードをもう一度読み取るか、スタッフにお尋ねください。',
    },
    withdrawn: {
      title: '現在は展示していません',
      text: 'この展示品は現在公開していません。またの機会にご覧いただければ幸いです。',
    },
  },
}
