import { useMutation, useQuery } from '@tanstack/react-query'
import { getOriginalText, type ItemDetail, type TextLanguage } from '@vitrine/contract'
import { useEffect, useRef } from 'react'
import { call } from '../../../../client/call.ts'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { inventoryQueries } from '../../inventory-queries.ts'
import type { TranslationEdit } from './use-translation.ts'

interface ModelDraftOptions {
  readonly item: ItemDetail
  readonly lang: TextLanguage
  readonly edit: Pick<TranslationEdit, 'values' | 'set' | 'drafted' | 'setDrafted'>
}

/** Lets a language model, if one is configured, fill the fields; saves nothing. */
export function useModelDraft({ item, lang, edit }: ModelDraftOptions) {
  const { values, set, drafted, setDrafted } = edit
  const translator = useQuery(inventoryQueries.translator)
  const abortController = useRef<AbortController>(null)
  useEffect(() => () => abortController.current?.abort(), [])

  const fill = (texts: Readonly<Record<string, string>>) => {
    for (const [field, text] of Object.entries(texts)) set(field, text)
  }

  const translate = useMutation({
    mutationFn: (fields: Readonly<Record<string, string>>) => {
      abortController.current = new AbortController()
      const body = { from: item.language, to: lang, fields }
      const { signal } = abortController.current
      return call('POST /inventory/translate', { body }, { signal })
    },
    onSuccess: ({ fields, engine }) => {
      setDrafted({ engine, before: values })
      fill(fields)
    },
  })

  return {
    isOffered: translator.data?.engine != null,
    isWorking: translate.isPending,
    /** Null if the user cancelled the draft. */
    error: translate.isError && !abortController.current?.signal.aborted ? translate.error : null,
    drafted,
    request: (fields: readonly string[]) =>
      translate.mutate(
        Object.fromEntries(fields.map((field) => [field, getOriginalText(item, field)])),
      ),
    cancel: () => abortController.current?.abort(),
    revert: () => {
      if (!drafted) return

      setDrafted(null)
      fill(drafted.before)
    },
    /** After a save, the texts count as the user's own. */
    forget: () => setDrafted(null),
  }
}

type ModelDraft = ReturnType<typeof useModelDraft>

interface DraftButtonsProps
  extends Pick<ModelDraft, 'isOffered' | 'isWorking' | 'drafted' | 'cancel' | 'revert'> {
  readonly disabled: boolean
  readonly onDraft: () => void
}

/** Buttons to request, cancel and revert a draft; none without a model. */
export function ModelDraftButtons({
  isOffered,
  isWorking,
  drafted,
  disabled,
  cancel,
  revert,
  onDraft,
}: DraftButtonsProps) {
  if (!isOffered) return null

  if (isWorking)
    return (
      <div className="row">
        <span role="status">Drafting …</span>
        <SecondaryButton size="compact-md" onClick={cancel}>
          Stop drafting
        </SecondaryButton>
      </div>
    )

  return (
    <div className="row">
      <SecondaryButton disabled={disabled} onClick={onDraft}>
        Draft a translation
      </SecondaryButton>
      {drafted && (
        <SecondaryButton disabled={disabled} onClick={revert}>
          Revert
        </SecondaryButton>
      )}
    </div>
  )
}
