import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { productName, screens, type ThirdParty, versionLabel } from '@vitrine/contract'
import { callQuery } from '../../client/query.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { Block, PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import styles from './about-page.module.css'
import { settingsQuery } from './settings-query.ts'

const componentKinds = ['Fonts', 'Dictionaries', 'Programs'] as const

/** Detects the kind of a component by the naming conventions of packages. */
function detectKind({ name }: ThirdParty): (typeof componentKinds)[number] {
  if (/font/.test(name)) return 'Fonts'
  return /^dictionary-/.test(name) ? 'Dictionaries' : 'Programs'
}

const toNpmUrl = ({ name, version }: ThirdParty) =>
  `https://www.npmjs.com/package/${name}/v/${version}`

/** The screen About: where to find help, and the components with their licences. */
export function AboutPage() {
  const { data: settings } = useQuery(settingsQuery)
  const about = useQuery({ ...callQuery('GET /about'), staleTime: Number.POSITIVE_INFINITY })
  const byKind = Map.groupBy(about.data?.thirdParties ?? [], detectKind)

  return (
    <>
      <PageHeader
        title={screens['/about'].title}
        count={about.data ? `${versionLabel} (${about.data.version})` : versionLabel}
      />
      <div className={`column ${styles.page}`}>
        <p className={styles.text}>
          {productName} is where {settings?.foundation.name ?? 'the foundation'} keeps its
          inventories, comments, events and journal.
        </p>
        <Block title="Help">
          <ul className={styles.text}>
            <li>
              <Link to="/help">What each screen is for</Link> is one page.
            </li>
            <li>
              For access, a new password link or another role, ask a colleague with the role Root or
              Admin: they find you under ‘Employees’.
            </li>
            <li>
              When something goes wrong, tell the administrator of this server what you did and
              when; the server log has the details. What you typed is not logged.
            </li>
            <li>
              Ctrl K (⌘ K on a Mac) finds every screen and every item. To use the API from your own
              programs, see the <Link to="/api-reference">API reference</Link>.
            </li>
          </ul>
        </Block>
        <Block title="Third-party components">
          {about.isPending && <RowSkeletons label="Loading the licences" />}
          {about.isError && <LoadFailure what="The licences" query={about} />}
          {componentKinds.map((kind) => (
            <ThirdParties key={kind} title={kind} parties={byKind.get(kind) ?? []} />
          ))}
        </Block>
      </div>
    </>
  )
}

function ThirdParties({
  title,
  parties,
}: {
  readonly title: string
  readonly parties: readonly ThirdParty[]
}) {
  if (parties.length === 0) return null

  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Version</th>
          <th scope="col">Licence</th>
        </tr>
      </thead>
      <tbody>
        {parties.map((party) => (
          <tr key={`${party.name} ${party.version}`}>
            <th scope="row">
              <a href={toNpmUrl(party)} target="_blank" rel="noopener noreferrer">
                {party.name}
              </a>
            </th>
            <td>{party.version}</td>
            {/* Without the brackets around alternatives, such as '(MIT OR Apache-2.0)'. */}
            <td>{party.licence.replace(/^\((.*)\)$/, '$1')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
