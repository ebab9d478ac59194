import type { AttributeRow } from '@vitrine/contract'

export function Facts({ rows, label }: { readonly rows: readonly AttributeRow[]; readonly label: string }) {
  if (rows.length === 0) return null
  return (
    <table className="facts" aria-label={label}>
      <tbody>
        {rows.map(({ key, label, value }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
