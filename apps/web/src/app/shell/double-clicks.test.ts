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
function renderMarkup(markup: string): string[] {
  document.body.innerHTML = markup
  const clickedIds: string[] = []
  document.body.addEventListener('click', ({ target }) => clickedIds.push((target as Element).id))
  return clickedIds
}

/**
 * Fires the events of a mouse click. `clickCount` is what browsers call `detail`: 2 for the second
 * click of a double click. Returns false if an event was prevented.
 */
function click(id: string, clickCount: number): boolean {
  const fire = (type: string): boolean => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail: clickCount })
    return document.getElementById(id)?.dispatchEvent(event) ?? false
  }
  return [fire('mousedown'), fire('click')].every(Boolean)
}

test.each([
  ['a button', '<button id="pressed"></button>'],
  ['a link', '<a id="pressed" href="#x"></a>'],
  ['a checkbox', '<input id="pressed" type="checkbox">'],
  ['a menu item', '<div role="menuitem" id="pressed"></div>'],
  ['a summary', '<details><summary id="pressed"></summary></details>'],
])('passes only the first click of a double click to %s', (_, markup) => {
  const clickedIds = renderMarkup(markup)
  expect(click('pressed', 1)).toBe(true)
  expect(click('pressed', 2)).toBe(false)
  expect(clickedIds).toEqual(['pressed'])
  expect(click('pressed', 1)).toBe(true)
  expect(clickedIds).toEqual(['pressed', 'pressed'])
})

test('ignores further clicks on an element that has moved under the pointer', () => {
  const clickedIds = renderMarkup(
    '<button id="edit"></button><button id="delete" data-repeatable></button>',
  )
  click('edit', 1)
  expect(click('delete', 2)).toBe(false)
  expect(click('delete', 3)).toBe(false)
  expect(clickedIds).toEqual(['edit'])
})

test('passes all clicks to repeatable controls and to text', () => {
  const clickedIds = renderMarkup(
    '<button id="next" data-repeatable></button><p id="text">Word</p>',
  )
  click('next', 1)
  expect(click('next', 2)).toBe(true)
  expect(clickedIds).toEqual(['next', 'next'])
  click('text', 1)
  expect(click('text', 2)).toBe(true)
})
