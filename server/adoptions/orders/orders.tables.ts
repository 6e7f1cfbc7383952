import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    orders: {
      id: Generated<Int>
      pet_id: Int
      /** The account that placed it. */
      account_id: Int
      /** The account that owns its animal, or owned it when it was removed. */
      owner_account_id: Int
      status: string
      /** These are null once the customer is erased. */
      customer_name: string | null
      customer_email: string | null
      customer_phone: string | null
      /** The normalized email address, to match people by. */
      customer_key: Generated<string | null>
      /** Name and email address, folded for the search. */
      customer_search: Generated<string | null>
      note: string | null
      /** The application that led to it, if any. */
      application_id: Int | null
      /** Both or neither. */
      fee_amount: Int | null
      fee_currency: string | null
      return_reason: string | null
      /** Set while the order is placed. */
      expires_at: Time | null
      created_at: Time
      updated_at: Time
      /** The status before the last step, if nothing has changed since. */
      step_from: string | null
      /** The author of the step, as `stepAuthor` writes it. */
      step_by: string | null
      step_at: Time | null
      /** Other values that the step changed: the order's expiry, and the time since which the animal was published. */
      step_expires_at: Time | null
      step_published_at: Time | null
      /** The proof of the contract that was signed, whose text is in `signed_contracts`. */
      contract_sha256: Generated<string | null>
      contract_signed_at: Generated<Time | null>
      contract_template: Generated<string | null>
      /** The language and time zone in which the contract was last printed. */
      print_locale: Generated<string | null>
      print_time_zone: Generated<string | null>
      /** When the owner of the animal cancelled another account's order. */
      owner_cancelled_at: Generated<Time | null>
    }
  }
}

export const orderTables = {
  orders: { key: ['id'], hasGeneratedId: true },
} satisfies Partial<CopiedTables>
