import { randomInt } from 'node:crypto'
import { hashSecret } from '../secrets.ts'

const howMany = 10
// Without letters that look like others or like digits.
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const groups = 4
const groupLength = 4

/** Codes for the day the phone is lost, such as `7k2m-9fqt-x0ab-cd3e`: eighty random bits each, so a fast hash is enough. */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, newCode)

const newCode = (): string => Array.from({ length: groups }, newGroup).join('-')

const newGroup = (): string => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')

/** The hash of a code as typed: capitals, spaces and look-alikes do not matter. */
export const hashRecoveryCode = (typed: string): string =>
  hashSecret(
    typed
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .replaceAll('o', '0')
      .replaceAll(/[il]/g, '1'),
  )
