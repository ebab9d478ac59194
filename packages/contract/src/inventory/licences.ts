interface Licence {
  /** Standard URI, for other programs. */
  readonly uri: string
  readonly label: string
}

const creativeCommons = (path: string, label: string): Licence => ({
  uri: `http://creativecommons.org/${path}/`,
  label,
})

const rightsStatement = (code: string, label: string): Licence => ({
  uri: `http://rightsstatements.org/vocab/${code}/1.0/`,
  label,
})

/** Creative Commons licences, and the statements of rightsstatements.org. */
export const licences = {
  'CC0-1.0': creativeCommons('publicdomain/zero/1.0', 'CC0 1.0 (no rights reserved)'),
  'PDM-1.0': creativeCommons('publicdomain/mark/1.0', 'Public Domain Mark 1.0'),
  'CC-BY-4.0': creativeCommons('licenses/by/4.0', 'CC BY 4.0'),
  'CC-BY-SA-4.0': creativeCommons('licenses/by-sa/4.0', 'CC BY-SA 4.0'),
  'CC-BY-NC-4.0': creativeCommons('licenses/by-nc/4.0', 'CC BY-NC 4.0'),
  'CC-BY-ND-4.0': creativeCommons('licenses/by-nd/4.0', 'CC BY-ND 4.0'),
  'CC-BY-NC-SA-4.0': creativeCommons('licenses/by-nc-sa/4.0', 'CC BY-NC-SA 4.0'),
  'CC-BY-NC-ND-4.0': creativeCommons('licenses/by-nc-nd/4.0', 'CC BY-NC-ND 4.0'),
  InC: rightsStatement('InC', 'In Copyright'),
  'InC-OW-EU': rightsStatement('InC-OW-EU', 'In Copyright – EU Orphan Work'),
  'InC-EDU': rightsStatement('InC-EDU', 'In Copyright – Educational Use Permitted'),
  'InC-NC': rightsStatement('InC-NC', 'In Copyright – Non-Commercial Use Permitted'),
  'InC-RUU': rightsStatement(
    'InC-RUU',
    'In Copyright – Rights-Holder(s) Unlocatable or Unidentifiable',
  ),
  'NoC-CR': rightsStatement('NoC-CR', 'No Copyright – Contractual Restrictions'),
  'NoC-NC': rightsStatement('NoC-NC', 'No Copyright – Non-Commercial Use Only'),
  'NoC-OKLR': rightsStatement('NoC-OKLR', 'No Copyright – Other Known Legal Restrictions'),
  'NoC-US': rightsStatement('NoC-US', 'No Copyright – United States'),
  CNE: rightsStatement('CNE', 'Copyright Not Evaluated'),
  UND: rightsStatement('UND', 'Copyright Undetermined'),
  NKC: rightsStatement('NKC', 'No Known Copyright'),
} as const satisfies Record<string, Licence>

export type LicenceId = keyof typeof licences
export const licenceIds = Object.keys(licences) as [LicenceId, ...LicenceId[]]

/** Label of a picture's licence, or of the foundation's if it has none. */
export const pictureLicenceName = (licence: string): string =>
  licence in licences ? licences[licence as LicenceId].label : 'The foundation’s licence'
