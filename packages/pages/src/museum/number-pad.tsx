import { type ItemType, inventoryTypes, type PageLanguage, visitorWords } from '@vitrine/contract'

interface NumberPadProps extends PageLanguage {
  readonly type: ItemType
  readonly unknown: string | null
}

const digits = '123456789'.split('')

/** Type the number on the label. On a phone a script shows large keys instead of the keyboard. */
export function NumberPad({ type, unknown, lang, pinned }: NumberPadProps) {
  const words = visitorWords[lang].museum
  return (
    <form className="pad" action={inventoryTypes[type].start} data-pad>
      {pinned && <input type="hidden" name="lang" value={lang} />}
      <label htmlFor="number">{words.number}</label>
      <input
        id="number"
        name="number"
        defaultValue={unknown ?? undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={50}
        required
        aria-invalid={unknown === null ? undefined : true}
        aria-describedby={unknown === null ? undefined : 'problem'}
      />
      <button type="submit">{words.open}</button>
      {unknown !== null && (
        <p id="problem" role="alert">
          {words.noSuchNumber.replace('{number}', () => unknown)}
        </p>
      )}
      <div className="keys" hidden>
        {[...digits, '0'].map((digit) => (
          <button key={digit} type="button" value={digit}>
            {digit}
          </button>
        ))}
        <button type="button" value="" aria-label={words.erase}>
          ⌫
        </button>
      </div>
    </form>
  )
}
