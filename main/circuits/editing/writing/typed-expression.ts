/** An expression as people type it, in the words of OpenQASM: `2pi` and `0.25π` are products there only with their sign. */
const NUMBER_BEFORE_CONSTANT =
  /(?<![\p{L}\p{Nl}\p{Nd}_.])((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(?=(?:pi|π|tau|τ)(?![\p{L}\p{Nl}\p{Nd}_]))/gu

export const typedExpression = (typed: string): string => typed.trim().replaceAll(NUMBER_BEFORE_CONSTANT, '$1*')
