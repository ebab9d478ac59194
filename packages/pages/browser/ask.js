// Sends questions without leaving the page and streams the answers. Without this script, the form
// is submitted normally.
const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('#question'))
const answers = /** @type {HTMLElement} */ (document.querySelector('#answers'))
const problem = /** @type {HTMLElement} */ (document.querySelector('#problem'))

// Enter submits; Shift and Enter insert a line break.
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  form.requestSubmit()
})

let asking = false
/** Submitted text of the field; null for an example question. */
let asked = /** @type {string | null} */ (null)
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (asking) return
  asking = true
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter)
  const body = new URLSearchParams()
  asked = button?.name ? null : field.value
  if (asked === null) body.set('suggestion', button?.value ?? '')
  else body.set('question', asked)
  say('')
  try {
    await show(
      await fetch(form.action, { method: 'POST', headers: { accept: 'text/event-stream' }, body }),
    )
  } catch {
    say(form.dataset.failed ?? '')
  }
  for (const waiting of answers.querySelectorAll('.wait')) waiting.remove()
  asking = false
})

/** @param {Response} response A stream of server-sent events with pieces of the page. */
async function show(response) {
  // The item is no longer public. The reload shows its absence instead of earlier answers.
  if (response.status === 404) return location.reload()
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let ended = false
  for (;;) {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const [, name, data] = /^event: (.*)\ndata: (.*)/.exec(event) ?? []
      const piece = JSON.parse(data ?? '""')
      if (name === 'problem') say(piece)
      else append(piece)
      ended = name !== 'wait'
    }
    if (done) break
  }
  if (!ended) throw new Error()
}

function append(/** @type {string} */ html) {
  for (const waiting of answers.querySelectorAll('.wait')) waiting.remove()
  // Each answer has its own examples, which replace the former ones.
  if (html.includes('class="turn"'))
    for (const examples of document.querySelectorAll('fieldset')) examples.remove()
  answers.insertAdjacentHTML('beforeend', html)
  const added = answers.lastElementChild
  if (!(added instanceof HTMLElement)) return
  if (added.classList.contains('turn')) {
    // Keeps what was typed meanwhile.
    if (field.value === asked) field.value = ''
    // Hides the on-screen keyboard, which would cover the answer.
    if (matchMedia('(pointer: coarse)').matches) field.blur()
  }
  // Keeps the answer above the form, which sticks to the bottom.
  added.style.scrollMarginBottom = `${form.offsetHeight}px`
  added.scrollIntoView({ block: 'nearest' })
}

function say(/** @type {string} */ sentence) {
  problem.textContent = sentence
  if (sentence) field.setAttribute('aria-invalid', 'true')
  else field.removeAttribute('aria-invalid')
}
