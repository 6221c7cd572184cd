/** The part of lit-html that the page uses. */
export interface TemplateResult { readonly _$litType$: number }
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export declare function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export declare function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
export declare const nothing: unique symbol;
