import type { Profile } from '@adoption-store/client'
import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { currencyOf } from '../../platform/countries.ts'
import { currencyDigits } from '../../platform/currency-digits.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { useShelter } from '../../session/shelter.ts'
import classes from './fee-field.module.css'

type FeeFieldProps = {
  fee: Profile['fee']
  error: string | undefined
  onChange: (fee: Profile['fee']) => void
}

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** An amount as people write it; the API uses the currency's minor units. */
export const FeeField = ({ fee, error, onChange }: FeeFieldProps) => {
  const [typed, setTyped] = useState<string>()
  // A new fee is in the currency of the shelter's country.
  const usual = currencyOf(useShelter()?.country)
  const currency = typed ?? fee?.currency ?? usual
  const digits = currencyDigits(currency)
  const changeAmount = (amount: number | string) =>
    onChange(amount === '' ? null : { amount: Math.round(Number(amount) * 10 ** digits), currency })
  const changeCurrency = (text: string) => {
    setTyped(text)
    if (!fee || !isCurrency(text)) return
    const major = fee.amount / 10 ** currencyDigits(fee.currency)
    onChange({ amount: Math.round(major * 10 ** currencyDigits(text)), currency: text })
  }
  return (
    <div className={classes.two}>
      <NumberInput
        label="Adoption fee"
        placeholder="Not set"
        min={0}
        decimalScale={digits}
        fixedDecimalScale={fee !== null}
        thousandSeparator=" "
        hideControls
        error={error}
        value={fee ? fee.amount / 10 ** digits : ''}
        onChange={changeAmount}
      />
      <TextInput
        label="Currency"
        maxLength={3}
        value={currency}
        error={isCurrency(currency) ? undefined : `Such as ${usual}`}
        onChange={(event) => changeCurrency(event.currentTarget.value.toUpperCase())}
      />
    </div>
  )
}

/** The error of the fee, or of one of its fields. */
export const feeError = (error: unknown): string | undefined =>
  feeFields.map((field) => fieldError(error, field)).find(Boolean)

export const feeFields = ['fee', 'fee.amount', 'fee.currency']
