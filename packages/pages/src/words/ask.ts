import type { LabelLanguage } from '@vitrine/contract'

/** What the guide says by itself; what it answers are rows and sentences of the museum's. */
export interface AskWords {
  /** The first line of its page. */
  readonly notice: string
  readonly question: string
  readonly ask: string
  readonly examples: string
  readonly answers: string
  readonly fromText: string
  /** Before lines that a model found. */
  readonly chosen: string
  readonly unknown: string
  /** Where to ask a person, with '{foundation}' and '{address}'. */
  readonly person: string
  readonly others: string
  readonly wait: string
  readonly empty: string
  /** With '{count}' and '{max}'. */
  readonly long: string
  readonly minute: string
  readonly failed: string
}

export const askWords: Record<LabelLanguage, AskWords> = {
  en: {
    notice: 'A machine answers from the museum’s text. Questions are kept without your name.',
    question: 'Your question',
    ask: 'Ask',
    examples: 'For example',
    answers: 'Answers',
    fromText: 'Our text says:',
    chosen: 'A machine chose these lines of ours:',
    unknown: 'Our text does not say.',
    person: 'Please ask our staff, or write to {foundation}, {address}.',
    others: 'Also in the house:',
    wait: 'One moment …',
    empty: 'Please type a question.',
    long: 'Please ask in {max} characters at most; these are {count}.',
    minute: 'Those were many questions at once. Please ask again in a minute.',
    failed: 'No answer came. Please try again.',
  },
  de: {
    notice: 'Eine Maschine antwortet aus dem Text des Museums. Fragen werden ohne Ihren Namen aufbewahrt.',
    question: 'Ihre Frage',
    ask: 'Fragen',
    examples: 'Zum Beispiel',
    answers: 'Antworten',
    fromText: 'In unserem Text steht:',
    chosen: 'Eine Maschine hat diese Zeilen von uns ausgewählt:',
    unknown: 'Das steht nicht in unserem Text.',
    person: 'Bitte fragen Sie unser Personal, oder schreiben Sie an {foundation}, {address}.',
    others: 'Auch in unserem Haus:',
    wait: 'Einen Moment …',
    empty: 'Bitte geben Sie eine Frage ein.',
    long: 'Bitte fragen Sie in höchstens {max} Zeichen; das sind {count}.',
    minute: 'Das waren viele Fragen auf einmal. Bitte fragen Sie in einer Minute weiter.',
    failed: 'Es kam keine Antwort. Bitte versuchen Sie es noch einmal.',
  },
  fr: {
    notice: 'Une machine répond à partir du texte du musée. Les questions sont conservées sans votre nom.',
    question: 'Votre question',
    ask: 'Demander',
    examples: 'Par exemple',
    answers: 'Réponses',
    fromText: 'Notre texte dit :',
    chosen: 'Une machine a choisi ces lignes de notre texte :',
    unknown: 'Notre texte ne le dit pas.',
    person: 'Demandez à notre personnel, ou écrivez à {foundation}, {address}.',
    others: 'Également chez nous :',
    wait: 'Un instant …',
    empty: 'Veuillez saisir une question.',
    long: 'Votre question a {count} caractères ; {max} au plus, s’il vous plaît.',
    minute: 'Cela fait beaucoup de questions d’un coup. Veuillez réessayer dans une minute.',
    failed: 'Aucune réponse n’est arrivée. Veuillez réessayer.',
  },
  it: {
    notice: 'Risponde una macchina, dal testo del museo. Le domande sono conservate senza il suo nome.',
    question: 'La sua domanda',
    ask: 'Chiedi',
    examples: 'Per esempio',
    answers: 'Risposte',
    fromText: 'Il nostro testo dice:',
    chosen: 'Una macchina ha scelto queste nostre righe:',
    unknown: 'Il nostro testo non lo dice.',
    person: 'Chieda al nostro personale o scriva a {foundation}, {address}.',
    others: 'Anche da noi:',
    wait: 'Un momento …',
    empty: 'Scriva una domanda.',
    long: 'La domanda ha {count} caratteri; ne bastano {max} al massimo.',
    minute: 'Sono molte domande in una volta. Riprovi tra un minuto.',
    failed: 'Non è arrivata nessuna risposta. Riprovi.',
  },
  es: {
    notice: 'Responde una máquina con el texto del museo. Las preguntas se guardan sin su nombre.',
    question: 'Su pregunta',
    ask: 'Preguntar',
    examples: 'Por ejemplo',
    answers: 'Respuestas',
    fromText: 'Nuestro texto dice:',
    chosen: 'Una máquina ha elegido estas líneas nuestras:',
    unknown: 'Nuestro texto no lo dice.',
    person: 'Pregunte a nuestro personal o escriba a {foundation}, {address}.',
    others: 'También en nuestra casa:',
    wait: 'Un momento …',
    empty: 'Escriba una pregunta.',
    long: 'La pregunta tiene {count} caracteres; el máximo es {max}.',
    minute: 'Son muchas preguntas a la vez. Vuelva a preguntar dentro de un minuto.',
    failed: 'No llegó ninguna respuesta. Inténtelo de nuevo.',
  },
  pt: {
    notice: 'Uma máquina responde com o texto do museu. As perguntas são guardadas sem o seu nome.',
    question: 'A sua pergunta',
    ask: 'Perguntar',
    examples: 'Por exemplo',
    answers: 'Respostas',
    fromText: 'O nosso texto diz:',
    chosen: 'Uma máquina escolheu estas linhas nossas:',
    unknown: 'O nosso texto não o diz.',
    person: 'Pergunte aos nossos colaboradores ou escreva para {foundation}, {address}.',
    others: 'Também na nossa casa:',
    wait: 'Um momento …',
    empty: 'Escreva uma pergunta.',
    long: 'A pergunta tem {count} caracteres; o máximo é {max}.',
    minute: 'São muitas perguntas de uma vez. Pergunte de novo dentro de um minuto.',
    failed: 'Não chegou nenhuma resposta. Tente outra vez.',
  },
  ru: {
    notice: 'Отвечает машина по тексту музея. Вопросы сохраняются без вашего имени.',
    question: 'Ваш вопрос',
    ask: 'Спросить',
    examples: 'Например',
    answers: 'Ответы',
    fromText: 'В нашем тексте сказано:',
    chosen: 'Машина выбрала эти строки из нашего текста:',
    unknown: 'В нашем тексте об этом не сказано.',
    person: 'Спросите наших сотрудников или напишите: {foundation}, {address}.',
    others: 'Также у нас:',
    wait: 'Минутку …',
    empty: 'Введите вопрос.',
    long: 'В вопросе {count} знаков, а можно не больше {max}.',
    minute: 'Слишком много вопросов сразу. Спросите ещё раз через минуту.',
    failed: 'Ответ не пришёл. Попробуйте ещё раз.',
  },
  zh: {
    notice: '由机器根据博物馆的文字回答。提问会被保存，但不含您的姓名。',
    question: '您的问题',
    ask: '提问',
    examples: '例如',
    answers: '回答',
    fromText: '我们的文字写道：',
    chosen: '机器从我们的文字中选出以下内容：',
    unknown: '我们的文字没有提到这一点。',
    person: '请询问工作人员，或写信至 {foundation}，{address}。',
    others: '本馆还有：',
    wait: '请稍候……',
    empty: '请输入问题。',
    long: '问题最多 {max} 个字符，现在有 {count} 个。',
    minute: '一下子问得太多了，请一分钟后再问。',
    failed: '没有收到回答，请重试。',
  },
  ja: {
    notice: '機械が当館の文章をもとに答えます。質問はお名前なしで保存されます。',
    question: '質問',
    ask: '質問する',
    examples: '例',
    answers: '回答',
    fromText: '当館の文章より：',
    chosen: '機械が当館の文章から次の箇所を選びました：',
    unknown: '当館の文章には書かれていません。',
    person: 'スタッフにお尋ねいただくか、{foundation}（{address}）までお手紙をお寄せください。',
    others: '当館にはほかに：',
    wait: '少々お待ちください…',
    empty: '質問を入力してください。',
    long: '質問は{max}文字までです（現在{count}文字）。',
    minute: '一度に多くの質問がありました。1分後にもう一度お試しください。',
    failed: '回答が届きませんでした。もう一度お試しください。',
  },
}
