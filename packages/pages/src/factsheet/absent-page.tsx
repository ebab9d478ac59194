import { type ItemType, inventoryTypes } from '@vitrine/contract'
import type { Imprint, RenderedPage } from '../document/page.ts'
import { renderDocument } from '../document/render.tsx'
import factsheetCss from './factsheet.css?inline'
import { Label } from './label.tsx'

export interface AbsentPageProps {
  readonly imprint: Imprint
  readonly type: ItemType
  /** Whether there never was such a number, or its item is not shown at present. */
  readonly why: 'unknown' | 'withdrawn'
}

interface Words {
  readonly title: string
  readonly texts: readonly (readonly [lang: string, text: string])[]
}

const words: Record<AbsentPageProps['why'], Words> = {
  unknown: {
    title: 'Nothing under this number',
    texts: [
      ['en', 'We know no item by this number. Please scan the code on the label once more, or ask our staff.'],
      [
        'fr',
        'Aucun objet ne porte ce numéro. Veuillez scanner le code une nouvelle fois ou vous adresser à l’accueil.',
      ],
      ['de', 'Unter dieser Nummer kennen wir nichts. Bitte scannen Sie den Code noch einmal oder fragen Sie uns.'],
    ],
  },
  withdrawn: {
    title: 'Not on show at present',
    texts: [
      ['en', 'This item is taking a break from the public. We hope to show it to you again another time.'],
      ['fr', 'Cet objet n’est pas présenté actuellement. Nous espérons pouvoir vous le montrer une autre fois.'],
      ['de', 'Dieses Stück wird zurzeit nicht gezeigt. Wir hoffen, es Ihnen ein andermal zeigen zu können.'],
    ],
  },
}

export function renderAbsentPage({ imprint, type, why }: AbsentPageProps): RenderedPage {
  const { title, texts } = words[why]
  return renderDocument({
    title: `${title} – ${inventoryTypes[type].museum}`,
    museum: type,
    style: factsheetCss,
    children: (
      <Label type={type} imprint={imprint}>
        <div className="absent">
          <h1>{title}</h1>
          {texts.map(([lang, text]) => (
            <p key={lang} lang={lang}>
              {text}
            </p>
          ))}
        </div>
      </Label>
    ),
  })
}
