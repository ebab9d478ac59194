import { servePapers } from '../../adapters/pdf/paper-program.ts'
import { layOut } from './layouts.ts'

servePapers(layOut)
