import { Tooltip } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { type Attribute, catalogueLabel, isHiddenFromVisitors } from '@vitrine/contract'
import styles from './attribute-name.module.css'

const hiddenText = 'Not shown to visitors'

/** The label of an attribute, with a mark if visitors do not see it. */
export const AttributeName = ({ attribute }: { readonly attribute: Attribute }) => (
  <>
    {catalogueLabel(attribute)}
    {isHiddenFromVisitors(attribute) && (
      <>
        {' '}
        <Tooltip label={hiddenText} events={{ hover: true, focus: false, touch: true }}>
          <span role="img" aria-label={hiddenText} className={styles.mark}>
            <IconEyeOff size={14} stroke={1.75} aria-hidden="true" />
          </span>
        </Tooltip>
      </>
    )}
  </>
)
