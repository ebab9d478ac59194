import { type LabelLanguage, licences } from '@vitrine/contract'
import type { ItemPicture } from '../document/page.ts'
import { written } from './written.ts'

type Said = Pick<ItemPicture, 'credit' | 'licence'>

export const hasRights = ({ credit, licence }: Said): boolean => credit !== '' || licence !== null

export const isSameRights = (a: Said, b: Said): boolean => a.credit === b.credit && a.licence === b.licence

interface RightsProps {
  readonly picture: Said
  readonly lang: LabelLanguage
  /** Whether something on the page may lead elsewhere. */
  readonly linked: boolean
}

/** A longer one is cut below a small picture. */
const maxShort = 40

/** Who made a picture, and what others may do with it. */
export function Rights({ picture: { credit, licence }, lang, linked }: RightsProps) {
  const { uri, label } = licence ? licences[licence] : { uri: '', label: '' }
  const inEnglish = written('en', lang)
  return (
    <>
      {credit && (
        <bdi {...written('', lang)} title={credit.length > maxShort ? credit : undefined}>
          {credit}
        </bdi>
      )}{' '}
      {label &&
        (linked ? (
          <a href={uri.replace('http:', 'https:')} rel="license" {...inEnglish}>
            {label}
          </a>
        ) : (
          <span {...inEnglish}>{label}</span>
        ))}
    </>
  )
}
