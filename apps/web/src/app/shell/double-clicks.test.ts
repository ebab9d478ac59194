import { afterEach, beforeEach, expect, test } from 'vitest'
import { ignoreDoubleClicks } from './double-clicks.ts'

let stop = () => {}
beforeEach(() => {
  stop = ignoreDoubleClicks()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

/** Renders the markup; returns the ids of clicked elements, filled as they are clicked. */
function show(markup: string): string[] {
  document.body.innerHTML = markup
  const clicked: string[] = []
  document.body.addEventListener('click', ({ target }) => clicked.push((target as Element).id))
  return clicked
}

/**
 * Fires the events of a mouse click; `detail` is 2 for the second one of a double click. Returns
 * whether none was prevented.
 */
function click(id: string, detail: number): boolean {
  const fire = (type: string) =>
    document
      .getElementById(id)
      ?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, detail })) ?? false
  return [fire('mousedown'), fire('click')].every(Boolean)
}

test.each([
  ['a button', '<button id="pressed"></button>'],
  ['a link', '<a id="pressed" href="#x"></a>'],
  ['a checkbox', '<input id="pressed" type="checkbox">'],
  ['a menu item', '<div role="menuitem" id="pressed"></div>'],
  ['a summary', '<details><summary id="pressed"></summary></details>'],
])('%s handles a double click once', (_, markup) => {
  const clicked = show(markup)
  expect(click('pressed', 1)).toBe(true)
  expect(click('pressed', 2)).toBe(false)
  expect(clicked).toEqual(['pressed'])
  expect(click('pressed', 1)).toBe(true)
  expect(clicked).toEqual(['pressed', 'pressed'])
})

test('ignores the second click on an element that has moved under the pointer', () => {
  const clicked = show('<button id="edit"></button><button id="delete" data-repeatable></button>')
  click('edit', 1)
  expect(click('delete', 2)).toBe(false)
  expect(click('delete', 3)).toBe(false)
  expect(clicked).toEqual(['edit'])
})

test('keeps double clicks on repeatable controls and on text', () => {
  const clicked = show('<button id="next" data-repeatable></button><p id="text">Word</p>')
  click('next', 1)
  expect(click('next', 2)).toBe(true)
  expect(clicked).toEqual(['next', 'next'])
  click('text', 1)
  expect(click('text', 2)).toBe(true)
})
