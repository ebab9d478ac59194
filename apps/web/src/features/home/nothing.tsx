import type { ReactNode } from 'react'
import styles from './rows.module.css'

/** Nothing to show, said kindly. */
export const Nothing = ({ children }: { readonly children: ReactNode }) => <p className={styles.nothing}>{children}</p>
