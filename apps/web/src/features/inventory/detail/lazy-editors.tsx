import { useEffect, useState } from 'react'
import { lazyWithPreload } from '../../../ui/layout/lazy-with-preload.tsx'

// Loaded after the first paint, because most visits to an item do not change it.
const importForms = () => import('./item-forms.tsx')
const importValueEditors = () => import('./value-editor.tsx')

const [InfoForm, preloadInfoForm] = lazyWithPreload(async () => (await importForms()).InfoForm)
const [AttributesForm, preloadAttributesForm] = lazyWithPreload(
  async () => (await importForms()).AttributesForm,
)
const [InfoFieldEditor, preloadInfoFieldEditor] = lazyWithPreload(
  async () => (await importValueEditors()).InfoFieldEditor,
)
const [AttributeEditor, preloadAttributeEditor] = lazyWithPreload(
  async () => (await importValueEditors()).AttributeEditor,
)

export { AttributeEditor, AttributesForm, InfoFieldEditor, InfoForm }

/** Preloads all editors. Returns whether they are loaded, or failed to. */
export function usePreloadEditors(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    preloadInfoForm()
    preloadAttributesForm()
    preloadInfoFieldEditor()
    preloadAttributeEditor()
    void Promise.allSettled([importForms(), importValueEditors()]).then(() => setSettled(true))
  }, [])
  return isSettled
}
