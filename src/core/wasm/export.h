/* export.h: how a function gets into and out of a WebAssembly module. */
#ifndef NUCLEUS_EXPORT_H
#define NUCLEUS_EXPORT_H

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("env"), import_name(#name)))

#endif
