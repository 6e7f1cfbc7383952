import type { TSchema } from 'typebox'
import type { DueWorkHandler } from '../../platform/due-work/handler.ts'
import type { Routine } from '../../platform/routine.ts'
import type { CopiedTables } from '../../platform/storage/copy.ts'
import type { ErrorTable } from '../errors/api-error.ts'
import type { AuditActionTable } from './audit-action.ts'
import type { EventKinds } from './event-type.ts'
import type { HistoryActionTable } from './history-action.ts'
import type { Operation } from './operation.ts'
import type { PortalPage } from './portal-page.ts'

/** The parts that a module of the server provides to the program and, through its services, to the modules above it. */
export interface Module<Services> {
  services: Services
  /** The docs show the operations of a tag in this order. */
  operations?: readonly Operation[]
  /** The schemas that its operations refer to by name. */
  schemas?: readonly TSchema[]
  pages?: readonly PortalPage[]
  routines?: readonly Routine[]
  /** Save counts from memory: twice a second, and once more at the end. */
  flush?: readonly Flush[]
  /** Save at the end what the routines save from time to time. */
  flushLast?: readonly Flush[]
  dueWork?: readonly DueWorkHandler[]
  /** Starts the background work, once everything is composed. */
  start?: () => void | Promise<void>
  /** The resources to close, by name, while requests may still run. */
  stop?: Closers
  /** The parts to close after all requests, by name, in reverse order. */
  close?: Closers
}

/**
 * The words and tables of a module, which need none of its services: `program/contributions.ts` merges those of all
 * modules, so that modules below and commands can use them. The module that uses a kind of contribution adds it here
 * by declaration merging, as tables are added to `Tables`.
 */
export interface Contributions {
  tables?: Partial<CopiedTables>
  /** By code: the definitions of each `*.errors.ts`. */
  errors?: Partial<ErrorTable>
  auditActions?: Partial<AuditActionTable>
  events?: Partial<EventKinds>
  historyActions?: Partial<HistoryActionTable>
}

type Flush = () => Promise<unknown>

export type Closers = Readonly<Record<string, () => unknown>>
